// Program 18776 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18776
program conform_18776 service
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = -16
param p_u64: u64 = 32
param p_i64: i64 = -9
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[len(b0)]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[6]
in fixed_u32: u32[3]
in fixed_i32: i32[8]
in fixed_u64: u64[7]
in fixed_i64: i64[6]
in fixed_f32: f32[8]
uniform fixed_f64: f64[10] @cache(temporal)
in b10: u8[2, 1]
persistent o11_31: u16[]
persistent b12: i32[33, 1, 1]
inout b13: atomic i32[3]
scratch b14: atomic i64[31] @live
mapped b15: f64[31]
mapped b16: i16[30]
mapped b17: atomic i32[31] @cache(random)
shared b18: u32[31]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = y1
var v3 = i32(fixed_bool[x0 % 7])
v3 += (~i32(fixed_i64[me + 1]))
return (reverse(b10[me + 1, u32(x0) % 1]) % b10[me + 1, 0])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_min(((fixed_i32[2u32 % 9] % fixed_i32[mulhi(235095244u64, 4294967296u64) % 9]) % (fixed_i32[33u32 % 9] - b16[me])))
let v5 = subgroup_iscan_min((fixed_bool[ceil_div(255u32, 32u32) % 7] ? fixed_u64[31u32 % 8] : fixed_u64[128u32 % 8]))
let v6 = subgroup_iscan_min(ctz(fixed_i64[TABLE[p_u32 % 10] % 7]))
let v7 = subgroup_iscan_max(p_u32)
let v8 = subgroup_iscan_max(b17[me])
let v9 = subgroup_iscan_max(v5)
let v10 = subgroup_iscan_max(rotl((false ? v6 : v6), (v8 | v8)))
let v11 = subgroup_iscan_and(false)
let v12 = subgroup_iscan_and(p_u32)
let v13 = subgroup_iscan_and(v8)
let v14 = subgroup_iscan_and(fixed_u64[255u32 % 8])
atomic_store(b14[me], max(mulhi(v6, 2i64), min(v6, atomic_or(b14[me], v10, relaxed, workgroup))))
var a15: i32[3]
a15[1] = (p_i32 | b16[me])
let v16, v17 = f2(a15, ctz(fixed_u32[p_u32 % 4]) % 14)
f3(b1[me..me + 1], b18[here])
pause()
atomic_add(b13[(b18[here] ^ v12) % 4], max(b12[me, 0, 0], (p_bool ? v13 : b12[me, 2025074417u32 % 1, 0])), acq_rel, device)
let v18 = ((p_u32 % 2 != 2) ? grid_broadcast(f64(v7), p_u32 % 32) : grid_max(fixed_f64[fixed_u64[me + 0] % 11]))
b15[me] += p_f64
if (bool(b10[(64u32 / p_u32) % 3, 0]) ? grid_and((u32(fixed_f32[u32(v17) % 9]) % 2 == 2)) : grid_any(false)) {
if (false ? subgroup_xor(v11) : (fixed_bool[33u32 % 7] || fixed_bool[(2147483647u32 / 4294967295u32) % 7])) {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(a15[1]) + u32(v16) + u32(v17) + u32(v18)
