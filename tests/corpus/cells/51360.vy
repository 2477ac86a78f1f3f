// Program 51360 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 51360
program conform_51360
workgroup 33, 1, 1
grid 71, 1, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 7
param p_u64: u64 = 20
param p_i64: i64 = -2
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[8]
uniform fixed_i32: i32[3]
in fixed_u64: u64[10] @align(2) @axis(0)
in fixed_i64: i64[8]
in fixed_f32: f32[10] @cache(temporal)
in fixed_f64: f64[3]
in b10: i8[2, 1]
inout b11: u8[98]
persistent b12: i16[len(b0)]
scratch b13: atomic i32[3] @live
scratch b14: atomic u64[99] @live
shared b15: u32[33]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_or((fixed_bool[me + 1] ? b15[here] : p_u32))
let v1 = subgroup_or((fixed_bool[v0 % 12] ? b10[me + 0, 0] : 3i32))
let v2 = subgroup_or(rotl(4294967295u64, fixed_u64[v0 % 11]))
let v3 = subgroup_or(fixed_i64[u32(lane) % 9])
let v4 = subgroup_xor(((p_f32 < fixed_f32[me + 0]) == (fixed_bool[v0 % 12] | fixed_bool[me + 2])))
let v5 = subgroup_xor(p_u32)
let v6 = subgroup_xor(min(fixed_i32[p_i32 % 4], v1))
let v7 = subgroup_xor((~fixed_u64[v3 % 11]))
let v8 = subgroup_xor(i64(128u32))
let v9 = subgroup_scan_add(b15[here])
let v10 = subgroup_scan_add((32i32 | 32i32))
let v11 = atomic_sub(b14[me], fixed_u64[p_u32 % 11], relaxed)
b11[me] = ((-2147483647u32) + workgroup_iscan_and(mulhi((v5 & v9), u32(fixed_f32[me + 0]))) * workgroup_add(355198762u32))
block l12 {
if ((fixed_bool[me + 2] | p_bool) & (p_bool ? false : fixed_bool[me + 2])) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
