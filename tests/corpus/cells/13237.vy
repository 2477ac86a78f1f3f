// Program 13237 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 13237
program conform_13237
workgroup 2, 3, 1
grid 6, 12, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 19
param p_u64: u64 = 7
param p_i64: i64 = -39
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72]
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[5] @align(2)
in fixed_u32: u32[3] @cache(streaming)
in fixed_i32: i32[4]
in fixed_u64: u64[6] @cache(temporal)
in fixed_i64: i64[10]
uniform fixed_f32: f32[5]
uniform fixed_f64: f64[3] @axis(0)
in b10: u8[8, 3] @align(32)
out b11: bool[73, 2] @range(9, 160)
persistent b12: i32[71]
persistent b13: atomic i32[4] @axis(0)
persistent b14: atomic u32[72]
shared b15: u32[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(reverse(bytes[me + 1]))
let v1 = grid_scan_xor(b12[me])
let v2 = grid_scan_xor(64u64)
let v3 = atomic_xor(b14[me], v0)
atomic_sub(b13[v0 % 5], reverse(mulhi(v1, p_i32)), acquire)
region "r4" {
let v5 = (v1 + grid_scan_min(b12[me]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
