// Program 4972 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4972
program conform_4972
workgroup 16, 3, 1
grid 64, 12, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = -19
param p_u64: u64 = 29
param p_i64: i64 = -25
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[768]
out b1: u32[768]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[10]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[7]
uniform fixed_i64: i64[4]
in fixed_f32: f32[8]
in fixed_f64: f64[10]
in b10: i16[3, 3]
out b11: i64[769]
inout b12: bool[768]
scratch b13: bool[769, 1]
persistent b14: atomic u32[4]
inout b15: atomic i64[768]
shared b16: u32[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(max(i32(2i32), clz(p_i32)))
let v1 = workgroup_iscan_xor(p_u64)
let v2 = workgroup_iscan_xor(fixed_i64[u32(fixed_i64[p_u32 % 5]) % 5])
let v3 = atomic_add(b15[me], v2, release, workgroup)
b14[p_u32 % 5] -= u32(18446744073709551615u64)
let v4 = (bool(fixed_i64[p_u32 % 5]) ? grid_iscan_add(fixed_i32[b16[here] % 4]) : i32(fixed_f64[b10[p_u32 % 4, 1] % 11]))
b12[me] = ((bool(4294967296u64) && bool(2u64)) & ((b16[here] % TABLE[b0[p_u32 % 769] % 10]) % 2 != 2))
var v5 = p_u32
v5 = (ceil_div(v5, v5) << clamp(fixed_u64[4294967294u32 % 8], fixed_u64[v5 % 8], 1u64))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
