// Program 20 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 20
program conform_20
workgroup 16, 3, 1
grid 48, 9, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 18
param p_u64: u64 = 39
param p_i64: i64 = -29
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[432]
out b1: u32[432]
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[4]
in fixed_i32: i32[10]
uniform fixed_u64: u64[8]
uniform fixed_i64: i64[5]
in fixed_f32: f32[7]
in fixed_f64: f64[11]
in b10: u16[2, 2]
inout b11: bool[432, 2]
inout b12: i32[433, 2]
inout b13: u8[431]
inout o14_1296: u64[, 3]
scratch b15: atomic i32[1] @live
inout b16: atomic u64[432]
shared b17: u32[48]
shared b18: i64[48]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_add(0u32)
let v1 = workgroup_iscan_add(max(fixed_i32[p_u32 % 11], fixed_i32[u32_at(bytes, p_u32 % 41) % 11]))
let v2 = workgroup_iscan_add(fixed_u64[me & 1])
let v3 = atomic_load(b16[me])
atomic_add(b15[reverse(33u32) % 2], v1)
fixpoint k5 in 0..0 {
if k5 < 3 && ((p_bool | fixed_bool[me & 3]) || (fixed_bool[p_u32 % 7] & fixed_bool[me & 3])) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
