// Program 44696 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 44696
program conform_44696
workgroup 1, 1, 9
grid 2, 1, 18
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = -5
param p_u64: u64 = 14
param p_i64: i64 = -22
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36] @cache(random)
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[11]
in fixed_u64: u64[6]
uniform fixed_i64: i64[10]
in fixed_f32: f32[4]
uniform fixed_f64: f64[10] @cache(temporal)
uniform b10: u8[4] @cache(random)
out b11: i64[38, 1]
persistent b12: i16[38, 2] @align(64)
scratch b13: atomic u64[4] @live
persistent b14: atomic i64[36]
shared b15: u32[9]
shared b16: f64[9]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[144] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = f32(((fixed_u64[b10[2] % 7] >= fixed_u64[x0 % 7]) ? abs(p_u64) : ceil_div(fixed_u64[31u64 % 7], fixed_u64[x0 % 7])))
v2 = (fixed_bool[x0 % 12] ? (p_f32 - fixed_f32[u32(p_f32) % 5]) : abs(v2))
block l3 {
v2 += ceil(floor(fixed_f32[u32(x0) % 5]))
if bool(fixed_u64[lane % 7]) {  }
}
return u32(i64(fixed_bool[x0 % 12]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_and(popcount(fixed_i32[0u32 % 12]))
let v5 = subgroup_iscan_and(fixed_u64[me + 2])
let v6 = subgroup_iscan_and((atomic_max(b14[me], p_i64, relaxed) - p_i64))
let v7 = subgroup_iscan_or(((fixed_u64[64u32 % 7] - 0u64) == (fixed_bool[b0[p_u32 % 37] % 12] ? p_u64 : v5)))
let v8 = subgroup_iscan_or((p_u32 ^ b15[here]))
let v9 = subgroup_iscan_or(v4)
let v10 = subgroup_iscan_or((fixed_u64[me + 1] * fixed_u64[p_u32 % 7]))
let v11 = subgroup_iscan_or((v6 >> v9))
let v12 = subgroup_iscan_xor((v7 && fixed_bool[v8 % 12]))
let v13 = subgroup_iscan_xor(reverse(b15[here]))
let v14 = subgroup_iscan_xor(b12[me, 1])
let v15 = atomic_or(b14[me], v6, relaxed, system)
b13[b0[p_u32 % 37] % 5] += clamp(u64(v8), v10, 1776212161u64)
b12[me, 1] += grid_load(fixed_i32[4294967296i64 % 12])
fixpoint k17 in 1..1 {
barrier grid
if k17 < 4 && bool(p_f32) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
