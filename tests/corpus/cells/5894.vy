// Program 5894 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5894
program conform_5894
workgroup 31, 1, 1
grid 72, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = 9
param p_u64: u64 = 34
param p_i64: i64 = -4
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93]
out b1: u32[93]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[9]
in fixed_i32: i32[10]
in fixed_u64: u64[7]
in fixed_i64: i64[4]
uniform fixed_f32: f32[4]
in fixed_f64: f64[8]
in b10: i16[4, 3]
persistent b11: bool[94]
scratch b12: f64[94, 3]
scratch b13: u8[93]
scratch b14: atomic i32[2] @axis(0)
inout b15: atomic u32[93]
shared b16: u32[31]
shared b17: f32[31] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_max(b10[bytes[3] % 5, 1])
let v1 = grid_iscan_max((p_bool ? fixed_u64[(b11[me] ? v0 : fixed_i32[me + 2]) % 8] : fixed_u64[4294967295u32 % 8]))
let v2 = grid_iscan_max(rotr(0i64, fixed_i64[871373882u32 % 5]))
let v3 = atomic_load(b15[me])
barrier grid
if grid_iscan_or(b11[me]) {
let v4 = ((v0 > v0) ? (b11[me] ? p_f64 : fixed_f64[(fixed_u32[2] >> v0) % 9]) : fixed_f64[me + 2])
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
