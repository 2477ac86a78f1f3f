// Program 28363 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28363
program conform_28363
workgroup 5, 1, 1
grid 10, 1, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = 8
param p_u64: u64 = 38
param p_i64: i64 = -38
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[7]
in fixed_i32: i32[10]
in fixed_u64: u64[7]
uniform fixed_i64: i64[7]
in fixed_f32: f32[4]
in fixed_f64: f64[5]
uniform b10: i8[4, 3]
persistent b11: u8[12, 1]
inout b12: i16[12]
scratch b13: u32[10, 1]
out b14: atomic i64[2]
inout b15: atomic i32[10]
shared b16: u32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = min((p_f64 * fixed_f64[lid.x % 6]), max(fixed_f64[(-1i64) % 6], fixed_f64[3u32 % 6]))
v2 = (-f64(y1))
v2 += sqrt(unbits(fixed_u64[(b0[p_u32 % 11] << 18446744073709551615u64) % 8]))
return (rotr(TABLE[(false ? u64_at(bytes, p_u32 % 41) : fixed_u64[4]) % 10], i32(-2147483648)) & u32(fixed_bool[b0[p_u32 % 11] % 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_min(f64(b11[me, 0]))
let v4 = workgroup_max(mulhi(b0[p_u32 % 11], b1[me]))
let v5 = workgroup_max(atomic_load(b15[me]))
let v6 = atomic_min(b15[me], v5, relaxed, system)
b14[b11[me, 0] % 3] -= (i64(fixed_bool[p_u32 % 7]) ^ i64(b11[me, 0]))
block l7 {
barrier workgroup
async_copy(b16, 2, b0, 1u32 % 11, 6)
wait()
if ((fixed_i64[b0[2] % 8] <= fixed_i64[63u32 % 8]) || bool(fixed_i64[64u32 % 8])) {
each i in 0u64..10 {
if fixed_bool[v4 % 7] {
b11[i, 0] = (u32(fixed_f32[v4 % 5]) - min(v4, 7u32))
var w9 = 0
while w9 < 5 && bool(i32(fixed_i32[max(b10[2, 1], 2i32) % 11])) {
w9 += 1
var v10 = i
v10 += (u64(p_i64) ^ (u64_at(bytes, reverse(u64_at(bytes, p_u32 % 41)) % 41) % i))
if (!(4294967295u32 == v4)) { continue }
b1[i] += reverse((v4 * v4))
if ((~fixed_i64[u32(p_f32) % 8]) >= mulhi(fixed_i64[(255u32 + v4) % 8], fixed_i64[v4 % 8])) { continue }
}
let v11 = (p_bool ? (fixed_bool[p_u64 % 7] ? i : fixed_u64[v4 % 8]) : mulhi(p_u64, i))
} else {
b11[i, 0] += max(u32(bool(fixed_bool[TABLE[7] % 7])), 31u32)
if (wid.y % 5 < 2) {
for k12 in 2147483647i32 - i32(128u32 % 6)..2147483647i32 {
b12[i] += (~b12[i])
}
if (f64(v3) >= (fixed_bool[TABLE[p_u32 % 10] % 7] ? v3 : v3)) {
} else if ((v4 % 5 != 1) || fixed_bool[v4 % 7]) {
} else {
}
} else if bool(reverse(p_u64)) {
}
}
if ((i <= 31u64) ^ bool(p_f64)) { continue }
}
barrier workgroup
leave l7
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
