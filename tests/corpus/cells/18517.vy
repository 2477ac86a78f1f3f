// Program 18517 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18517
program conform_18517
workgroup 2, 3, 1
param p_grid: u32 = 8
grid p_grid + 1, 2, 1
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = -19
param p_u64: u64 = 19
param p_i64: i64 = -15
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[30]
out b1: u32[30] @align(2)
in bytes: u8[40] @axis(0)
in fixed_bool: bool[8]
in fixed_u32: u32[11]
in fixed_i32: i32[3]
in fixed_u64: u64[4]
uniform fixed_i64: i64[3]
in fixed_f32: f32[6]
in fixed_f64: f64[7]
in b10: i16[1, 1]
out b11: i64[32, 1] @cache(streaming)
out b12: i16[30]
persistent b13: atomic u32[3]
inout b14: atomic i64[len(b0)]
shared b15: u32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((round(p_f64) <= round(fixed_f64[p_u32 % 8])) ? ((p_u64 & fixed_u64[x0 % 5]) + fixed_u64[popcount(x0) % 5]) : u64_at(bytes, p_u32 % 41))
block l3 {
var w4 = 0
loop {
w4 += 1
if w4 > 4 { break }
if (bool(1.0f64) ^ bool(x0)) { continue }
}
if ((fixed_bool[i32(fixed_f32[p_u32 % 7]) % 9] ? fixed_bool[(x0 + 0u32) % 9] : fixed_bool[len(b1) % 9]) ^ (fixed_bool[x0 % 9] | fixed_bool[me + 1])) { leave l3 }
}
return ctz(x0)
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_or(1u32)
var v8 = grid_load(fixed_bool[2147483647u32 % 9])
v8 = (5u32 % 5 < 1)
for k9 in b0[p_i64 % 31] % 3..abs(2u32) % 6 {
if (abs(p_f64) <= trunc(fixed_f64[me + 1])) { continue }
}
if fixed_bool[7i64 % 9] {
let v10 = (((v8 | fixed_bool[me + 2]) ^ (fixed_bool[me + 0] && fixed_bool[clamp(p_u64, 7u64, p_u64) % 9])) ? f64((fixed_f32[x5 % 7] / fixed_f32[x5 % 7])) : fixed_f64[fixed_u64[0] % 8])
}
return TABLE[p_u32 % 10]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v11 = ((u32(fixed_u64[b15[here] % 5]) & (~b15[here])) - (reverse(p_u32) << ctz(u64_at(bytes, 32u32 % 41))))
v11 += ((256u32 ^ v11) + grid_iscan_min(b15[here]))
var v12 = grid_min(fixed_f32[1835980855u32 % 7])
let v13 = (true ? grid_and(rotl(p_u64, (4294967296u64 * fixed_u64[b15[here] % 5]))) : grid_max(abs(fixed_u64[32i32 % 5])))
var v14 = (abs(v11) % 5 >= 2)
let v15 = f1(u32((p_f64 + fixed_f64[me + 2])), ((-1i32) - max(b10[clz(1521523590u32) % 2, 0], b10[b0[p_u32 % 31] % 2, 33u32 % 1])))
let v16 = f0(b13[v15 % 4], ((p_i32 % 255i32) | clz(fixed_i32[u32(fixed_u64[p_u32 % 5]) % 4])))
b15[here] = grid_size.y
let v17 = grid_iscan_xor(p_i32)
b11[me, 0] += fixed_i64[9223372036854775807i64 % 4]
let v18 = ((fixed_bool[256i32 % 9] | fixed_bool[grid_size.z % 9]) ? grid_max(fixed_f64[b15[here] % 8]) : grid_load(fixed_f64[3u32 % 8]))
let v19 = grid_load(fixed_i32[fixed_u32[8] % 4])
let n20 = fixpoint k21 in 0..4 {
let v22 = grid_load(b14[(false ? b0[11] : p_u32) % 31])
if ((fixed_bool[k21 % 9] && fixed_bool[k21 % 9]) ? grid_all(fixed_bool[me + 2]) : (k21 % 3 >= 2)) {
let v23 = (k21 + subgroup_iscan_min(p_u32))
if ((p_bool ? v14 : fixed_bool[me + 2]) ? (fixed_f32[b13[1] % 7] == fixed_f32[me + 2]) : (v14 && p_bool)) { again }
block l24 {
if ((!v14) || (v14 ? v14 : v14)) { again }
for k25 in -2..2 {
v11 = grid_min(b15[here])
let v26 = grid_or(v22)
if ((fixed_bool[b0[p_u32 % 31] % 9] || p_bool) ? (b0[p_u32 % 31] % 2 == 1) : (fixed_f64[p_u32 % 8] < fixed_f64[k21 % 8])) {
leave l24
}
if fixed_bool[k21 % 9] {
continue
}
if (fixed_bool[TABLE[5] % 9] || (fixed_u64[k21 % 5] >= fixed_u64[b0[p_u32 % 31] % 5])) {
leave l24
}
}
if fixed_bool[u32(b10[0, 0]) % 9] {
leave l24
}
if bool(f32(fixed_f64[p_u32 % 8])) {
leave l24
}
}
}
if k21 < 1 && v14 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18) + u32(v19) + u32(n20)
