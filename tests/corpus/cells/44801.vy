// Program 44801 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 44801
program conform_44801
workgroup 1, 1, 9
grid 2, 1, 27
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = 8
param p_u64: u64 = 21
param p_i64: i64 = -1
param p_f32: f32 = 3.25
param p_f64: f64 = -1.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[54] @axis(0)
out b1: u32[54] @align(256)
in bytes: u8[40]
uniform fixed_bool: bool[10] @align(64)
in fixed_u32: u32[3]
uniform fixed_i32: i32[9]
in fixed_u64: u64[7]
in fixed_i64: i64[11]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[6]
in b10: i16[3, 2]
out b11: u64[53, 1]
scratch b12: i16[55] @live
persistent b13: f64[55, 2]
out b14: u8[55]
scratch b15: atomic u64[3] @cache(random)
out b16: atomic u64[54]
shared b17: u32[9]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_broadcast((127i32 >> b12[me]), 4294967294u32 % 10)
let v1 = workgroup_broadcast(atomic_and(b16[me], 64u64, acquire), 297845029u32 % 10)
let v2 = workgroup_broadcast(min(fixed_i64[fixed_u32[me + 1] % 12], fixed_i64[4294967294u32 % 12]), b0[34] % 10)
let v3 = atomic_load(b16[me])
atomic_add(b15[b14[me] % 4], u64((fixed_bool[me + 2] ? p_i64 : v2)))
if (min(bytes[1545564497u32 % 41], b0[p_u32 % 55]) > rotl(b0[b0[43] % 55], fixed_i32[mulhi(p_u32, b0[38]) % 10])) {
print "{} {}", bytes[me + 2], (fixed_i32[64u32 % 10] != p_i32)
if bool(bool(fixed_f32[31u32 % 11])) {
var v4 = (ctz((fixed_i32[u32(unbits(0x7f7fffffu32)) % 10] | v0)) | ((fixed_i32[(~u32_at(bytes, 15)) % 10] - 31i32) ^ v0))
}
var v5 = p_f64
v5 = ((fixed_bool[popcount(0u32) % 11] | fixed_bool[v2 % 11]) ? f64(fixed_i64[64u32 % 12]) : min(3.0f64, v5))
} else {
b11[me, 0] += (v1 >> (v2 & 2i64))
}
for k6 in abs(p_u32) % 2..2 + ((fixed_bool[4294967295u32 % 11] || fixed_bool[fixed_i32[7] % 11]) ? grid_add(b14[me]) : b0[grid_size.y % 55]) % 3 step 2 {
let v7 = ((fixed_u64[k6 % 8] < fixed_u64[33u32 % 8]) ? grid_load(fixed_u64[u32(SUM) % 8]) : 33u64)
b15[(b14[me] / workgroup_size.y) % 4] += ceil_div(u64_at(bytes, (k6 / 64u32) % 41), v1)
each i in 0i64..54 {
b1[i] -= u32((~fixed_u64[p_u32 % 8]))
var v9 = (fixed_f64[reverse(k6) % 7] * (fixed_f64[i32(k6) % 7] + b13[i, 1]))
atomic_add(b15[(-b14[i]) % 4], mulhi(v3, (p_u64 * v3)))
if ((fixed_bool[4294967295u32 % 11] & p_bool) == (b0[rotr(k6, i) % 55] % 5 < 2)) { continue }
}
if ((fixed_bool[2147483648u32 % 11] & fixed_bool[4294967294u32 % 11]) ? (fixed_bool[fixed_u32[2] % 11] || fixed_bool[32u32 % 11]) : (k6 % 3 == 2)) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
