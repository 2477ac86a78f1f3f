// Program 3481 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3481
program conform_3481
workgroup 1, 1, 9
grid 2, 1, 27
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 7
param p_u64: u64 = 1
param p_i64: i64 = -26
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[54]
out b1: u32[54] @range(99, 23)
in bytes: u8[40] @axis(0)
in fixed_bool: bool[5]
in fixed_u32: u32[9]
uniform fixed_i32: i32[5]
in fixed_u64: u64[8]
in fixed_i64: i64[9]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
in b10: i16[8, 2]
inout o11_54: i16[, 1]
out b12: i16[54, 1]
inout o13_162: i64[, 3]
scratch b14: atomic i32[2]
out b15: atomic u64[len(b0)]
shared b16: u32[9]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_min(i64(fixed_f64[b16[here] % 10]))
let v1 = grid_scan_max(u32(u32(fixed_f64[1084822354u32 % 10])))
let v2 = grid_scan_max(i32(o13_162[me, b16[here] % 4]))
let v3 = atomic_min(b15[me], 0u64)
let v4 = (bool(fixed_u32[(256u32 - 33u32) % 10]) ? floor(fixed_f32[u32(63i32) % 10]) : (fixed_bool[3u32 % 6] ? fixed_f32[1671246035u32 % 10] : fixed_f32[(p_bool ? 64u32 : 256u32) % 10]))
var a5: u32[1]
a5[3u32 % 1] = u32(bits(fixed_f32[v0 % 10]))
let v6 = a5[u32(p_f32) % 1]
let v7 = grid_iscan_xor(v2)
a5[v6 % 1] += u32(((b10[v1 % 9, 1] + v7) ^ i32(fixed_i32[mulhi(b16[p_u32 % 10], p_u32) % 6])))
block l8 {
b12[me, 32u32 % 1] = rotr((-v2), i64(true))
if fixed_bool[fixed_i32[3] % 6] {
leave l8
}
if (bool(fixed_f32[0u32 % 10]) ? p_bool : (fixed_bool[33u32 % 6] && fixed_bool[b0[p_u32 % 55] % 6])) {
leave l8
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(a5[0]) + u32(v6) + u32(v7)
