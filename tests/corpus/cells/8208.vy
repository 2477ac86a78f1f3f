// Program 8208 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8208
program conform_8208
workgroup 5, 1, 1
grid 11, 1, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = 18
param p_u64: u64 = 9
param p_i64: i64 = -29
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[15]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[6]
in fixed_u32: u32[10]
uniform fixed_i32: i32[10]
uniform fixed_u64: u64[7]
in fixed_i64: i64[10]
in fixed_f32: f32[6]
in fixed_f64: f64[5] @axis(0)
in b10: i8[3, 2]
persistent o11_15: u32[, 1]
out b12: i64[15, 3]
out b13: u32[15]
inout b14: atomic i64[3]
scratch b15: atomic u32[15]
shared b16: u32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_xor((x0 | 0u32))
var a3: bool[3]
a3[x0 % 3] = ((wid.y == b0[u32_at(bytes, p_u32 % 41) % 16]) ? subgroup_load(fixed_bool[5u32 % 7]) : (fixed_bool[fixed_i64[6] % 7] ? fixed_bool[1000098193u64 % 7] : fixed_bool[u32(fixed_i64[p_u32 % 11]) % 7]))
let v4 = a3[(p_bool ? b0[10] : x0) % 3]
let v5 = ((v2 - p_u32) >> max(fixed_i64[(~x0) % 11], fixed_i64[p_u64 % 11]))
b12[me, 1] += (bool(unbits(0x87852710a7b6791du64)) ? grid_scan_xor(fixed_i64[v5 % 11]) : (a3[v5 % 4] ? fixed_i64[v5 % 11] : fixed_i64[2020636765u32 % 11]))
return clamp((b0[me + 1] | b0[me + 2]), grid_size.x, (u32_at(bytes, v5 % 41) + x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = subgroup_iscan_and(fixed_u64[p_i64 % 8])
let v7 = subgroup_iscan_and(b12[me, p_u32 % 3])
let v8 = subgroup_iscan_or(fixed_bool[u64_at(bytes, 24) % 7])
let v9 = subgroup_iscan_or((p_u32 + ceil_div(TABLE[127u32 % 10], o11_15[me, 0])))
let v10 = subgroup_iscan_or((fixed_i32[u32_at(bytes, 27) % 11] * fixed_i32[clz(v6) % 11]))
let v11 = subgroup_iscan_or(v6)
let v12 = subgroup_iscan_or(p_i64)
let v13 = subgroup_iscan_xor(fixed_bool[u32_at(bytes, p_u32 % 41) % 7])
let v14 = subgroup_iscan_xor((SUM ^ 4294967295u32))
let v15 = subgroup_iscan_xor(v10)
let v16 = subgroup_iscan_xor(u64_at(bytes, o11_15[me, 0] % 41))
let v17 = atomic_and(b15[me], v9, acquire, workgroup)
each i in 0i32..15 {
var v19 = b12[i, 2u32 % 3]
v19 = (bool(fixed_f32[u64(fixed_u64[p_u32 % 8]) % 7]) ? 561079699i64 : fixed_i64[v19 % 11])
if (bool(p_f32) ^ (p_bool || fixed_bool[o11_15[i, 0] % 7])) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
