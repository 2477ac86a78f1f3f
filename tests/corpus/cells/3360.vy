// Program 3360 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3360
program conform_3360
workgroup 2, 3, 1
grid 5, 9, 1
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = -20
param p_u64: u64 = 19
param p_i64: i64 = -19
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[54]
out b1: u32[54]
in bytes: u8[40]
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[8]
uniform fixed_i64: i64[4] @align(2)
in fixed_f32: f32[7] @axis(0)
in fixed_f64: f64[7]
in b10: i8[5, 1]
persistent b11: u8[53]
scratch b12: f32[53, 2] @live
scratch b13: atomic u32[1]
out b14: atomic u64[54]
shared b15: u32[6]
shared b16: f32[6] @align(16)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[216] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_max(p_i32)
let v1 = subgroup_iscan_max(fixed_u64[me + 1])
let v2 = subgroup_iscan_max(fixed_i64[5u32 % 5])
let v3 = subgroup_iscan_and((0u32 % 4 >= 1))
let v4 = subgroup_iscan_and((b11[me] / b15[here]))
let v5 = subgroup_iscan_and(373548425i32)
let v6 = subgroup_iscan_and(v1)
let v7 = subgroup_iscan_and(i64((v0 | v5)))
let v8 = subgroup_iscan_or(v3)
let v9 = subgroup_iscan_or(max(v4, v4))
let v10 = subgroup_iscan_or(v0)
let v11 = atomic_min(b14[me], v6)
b11[me] = workgroup_min(reverse(p_u32))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
