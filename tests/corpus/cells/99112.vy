// Program 99112 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 99112
program conform_99112
workgroup 64, 1, 1
grid 128, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = -4
param p_u64: u64 = 22
param p_i64: i64 = -35
param p_f32: f32 = 5.25
param p_f64: f64 = -5.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128] @cache(streaming)
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[8]
in fixed_i32: i32[7]
in fixed_u64: u64[4]
in fixed_i64: i64[7] @align(16)
in fixed_f32: f32[10]
uniform fixed_f64: f64[7]
in b10: u16[9, 2] @axis(0)
scratch b11: u8[129, 3] @live @axis(0)
inout b12: f32[130] @align(128)
scratch b13: bool[129] @axis(0)
scratch b14: i64[130]
inout b15: atomic i64[2]
scratch b16: atomic u32[128]
shared b17: u32[64]
shared b18: u64[64]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = f32((fixed_bool[9223372036854775807i64 % 5] ? b0[b0[p_u32 % 129] % 129] : b0[31u32 % 129]))
var v3 = ((p_bool ? y1 : y1) * (fixed_bool[x0 % 5] ? y1 : fixed_i32[y1 % 8]))
v3 = i32(-2147483648)
v3 += (~clamp(v3, i32(-2147483648), y1))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_xor((u32_at(bytes, u32(2.5f64) % 41) % 5 == 2))
let v5 = subgroup_iscan_xor(128u32)
let v6 = subgroup_iscan_xor(fixed_i32[v5 % 8])
let v7 = subgroup_iscan_xor(128u64)
let v8 = subgroup_iscan_xor(abs(fixed_i64[v5 % 8]))
let v9 = subgroup_any(v4)
let v10 = subgroup_all(bool((v9 ? p_f64 : p_f64)))
let v11 = subgroup_broadcast(bool(b13[me]), (255u32 ^ 1181250033u32) % 33)
let v12 = subgroup_broadcast(b10[u64_at(bytes, 4) % 10, 1], u32_at(bytes, p_u32 % 41) % 33)
let v13 = subgroup_broadcast(v6, 2147483648u32 % 33)
let v14 = subgroup_broadcast(v7, v12 % 33)
let v15 = atomic_and(b16[me], v12, release, device)
atomic_add(b15[ctz(v12) % 3], p_i64)
var w16 = 2
while w16 > 0 && (w16 % 3 == 2 || (fixed_bool[SUM % 5] || grid_all(p_bool))) {
w16 -= 1
b14[me] += p_i64
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
