// Program 23 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 23
program conform_23
workgroup 7, 1, 1
grid 13, 1, 1
param p_bool: bool = true
param p_u32: u32 = 14
param p_i32: i32 = -3
param p_u64: u64 = 38
param p_i64: i64 = -40
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14] @cache(streaming)
out b1: u32[14]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[3]
in fixed_u64: u64[11]
in fixed_i64: i64[3]
uniform fixed_f32: f32[7] @align(8)
in fixed_f64: f64[11]
uniform o10_16: i8[, 2]
inout o11_39: f32[, 3]
out b12: i64[15]
out b13: atomic u32[3]
out b14: atomic u32[14]
shared b15: u32[7]
shared b16: i64[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max(o10_16[me & 3, 1])
let v1 = workgroup_iscan_max(fixed_u64[o10_16[me & 7, 1] % 12])
let v2 = workgroup_iscan_max((i64(workgroups.z) >> u32_at(bytes, 138321374u32 % 41)))
let v3 = atomic_sub(b14[me], b0[me + 2], acquire, device)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3)
