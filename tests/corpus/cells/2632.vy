// Program 2632 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2632
program conform_2632
workgroup 1, 1, 1
grid 1025, 1, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = 16
param p_u64: u64 = 26
param p_i64: i64 = -27
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1025]
out b1: u32[1025]
in bytes: u8[40]
uniform fixed_bool: bool[8] @axis(0)
in fixed_u32: u32[10]
in fixed_i32: i32[10]
in fixed_u64: u64[3]
in fixed_i64: i64[4]
in fixed_f32: f32[8]
uniform fixed_f64: f64[6]
uniform b10: u8[7, 2]
out b11: u64[1025, 3] @range(5451, 2264) @axis(0)
scratch b12: i64[1026, 3]
scratch b13: u64[1026, 3] @live
persistent b14: atomic u64[2] @cache(streaming)
persistent b15: atomic u32[1025]
shared b16: u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = (~(fixed_i64[x0 % 5] / fixed_i64[x0 % 5]))
v2 = ((v2 | v2) - i64(v2))
var v3 = clz((p_u64 + fixed_u64[x0 % 4]))
var v4 = f32(((fixed_bool[(~p_u32) % 9] ^ p_bool) ? (-fixed_f64[fixed_u64[0] % 7]) : f64(p_i32)))
return p_u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_iscan_min((fixed_bool[me + 1] ? fixed_i64[(3u32 & p_u32) % 5] : fixed_i64[wid.x % 5]))
let v6 = subgroup_iscan_max(atomic_min(b15[me], p_u32))
let v7 = subgroup_iscan_max(i32(rotl(len(bytes), b13[me, 1])))
let v8 = subgroup_iscan_max(fixed_u64[v6 % 4])
let v9 = subgroup_iscan_max(v5)
let v10 = subgroup_iscan_and(bool((atomic_xor(b15[me], b0[me + 2]) % 3 == 1)))
let v11 = subgroup_iscan_and(v6)
let v12 = subgroup_iscan_and(popcount((fixed_i32[v11 % 11] * v7)))
let v13 = subgroup_iscan_and(127u64)
let v14 = subgroup_iscan_and(256i64)
let v15 = subgroup_iscan_or(v10)
let v16 = atomic_or(b15[me], b0[me + 2], acquire, system)
region "r17" {
if v15 {
b13[me, 1] = ceil_div(ctz(p_u64), rotr(fixed_u64[fixed_i64[me + 2] % 4], v5))
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
