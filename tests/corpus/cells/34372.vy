// Program 34372 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 34372
program conform_34372
workgroup 64, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = -17
param p_u64: u64 = 32
param p_i64: i64 = -5
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
uniform fixed_bool: bool[11]
uniform fixed_u32: u32[6]
in fixed_i32: i32[6]
in fixed_u64: u64[10]
uniform fixed_i64: i64[11]
uniform fixed_f32: f32[6]
in fixed_f64: f64[10]
uniform b10: i16[9, 1] @axis(0)
scratch b11: u32[130, 2] @live
out b12: u64[128, 2] @range(286, 471)
inout b13: u16[128, 2]
inout b14: atomic i64[2]
out b15: atomic u64[128]
shared b16: u32[64]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_max(reverse(i32(-2147483647)))
let v1 = grid_max(atomic_load(b15[me]))
let v2 = grid_max(fixed_i64[1046835796u32 % 12])
let v3 = atomic_compare_exchange(b15[me], v1, fixed_u64[8], release, system)
b14[(true ? bytes[2] : b11[me, 1]) % 3] += fixed_i64[me + 1]
var w4 = 4
while w4 > 0 && (w4 % 3 == 2 || grid_and(bool(fixed_f64[32u32 % 11]))) {
w4 -= 1
if (false ^ bool(b0[4294967294u32 % 129])) {
b1[me] = len(b1)
} else {
b11[me, 1] += b11[me, 1]
}
}
for k5 in b0[b0[108] % 129] % 3..max(b0[(33u32 + 5u32) % 129], 3u32) % 6 {
if bool(b10[4294967294u32 % 10, 0]) { continue }
b11[me, 1] += min((k5 % k5), min(p_u32, fixed_u32[me + 2]))
if (fixed_f64[i32(fixed_bool[me + 1]) % 11] > fixed_f64[me + 0]) { break }
}
if workgroup_all((fixed_bool[3u32 % 12] ^ true)) {
if bool(i32(fixed_f64[841642098i64 % 11])) {
b13[me, 1] = b1[me]
let v6 = rotl(abs(b0[31u32 % 129]), rotr(atomic_or(b15[me], v1, acq_rel, workgroup), p_u64))
} else {
var v7 = p_i64
v7 = p_i64
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
