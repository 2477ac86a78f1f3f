// Program 1121 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1121
program conform_1121
workgroup 31, 1, 1
grid 49, 1, 1
param p_bool: bool = false
param p_u32: u32 = 16
param p_i32: i32 = 16
param p_u64: u64 = 29
param p_i64: i64 = -33
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[11]
in fixed_i32: i32[5]
in fixed_u64: u64[9]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[5]
in b10: u16[2, 2]
scratch b11: u64[len(b0), 3] @live
persistent o12_63: i8[, 1]
persistent b13: u16[61]
scratch b14: i16[63, 3]
inout b15: atomic u32[1]
persistent b16: atomic u32[62]
shared b17: u32[31]
shared b18: i32[31]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(fixed_i64[p_u32 % 11])
let v1 = workgroup_iscan_max(min((TABLE[433988862u32 % 10] << o12_63[me, 0]), u32(p_i64)))
let v2 = workgroup_iscan_max(o12_63[me, 0])
atomic_store(b16[me], (bits(fixed_f32[v1 % 4]) << b10[v1 % 3, 1]))
b15[v1 % 2] -= (bool(v1) ? (fixed_bool[me + 1] ? b0[me + 0] : b10[v1 % 3, v1 % 2]) : (workgroup_size.x + p_u32))
barrier grid
b14[me, 1] = workgroup_xor(i32(fixed_f32[me + 0]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2)
