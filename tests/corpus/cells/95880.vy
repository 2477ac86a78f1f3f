// Program 95880 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 95880
program conform_95880
workgroup 256, 1, 1
grid 512, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 12
param p_u64: u64 = 14
param p_i64: i64 = -37
param p_f32: f32 = 0.25
param p_f64: f64 = -5.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[512]
out b1: u32[512]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[8] @align(4)
in fixed_i32: i32[9]
uniform fixed_u64: u64[8]
in fixed_i64: i64[7]
uniform fixed_f32: f32[9]
in fixed_f64: f64[10]
uniform b10: u16[6]
out b11: u64[512, 2]
scratch b12: bool[514] @live
out b13: u64[511]
persistent b14: u16[514, 2]
persistent b15: atomic u64[4]
out b16: atomic u32[512] @range(1515, 513) @cache(temporal)
shared b17: u32[256]
shared b18: u16[256]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_or(b14[me, 1])
let v1 = subgroup_iscan_or(fixed_i32[0u64 % 10])
let v2 = subgroup_iscan_or(b11[me, 1])
let v3 = subgroup_iscan_or(7i64)
let v4 = subgroup_iscan_xor(p_bool)
let v5 = subgroup_iscan_xor(u32_at(bytes, p_i64 % 41))
let v6 = subgroup_iscan_xor(p_i32)
let v7 = subgroup_iscan_xor((min(v2, v2) >> (v1 & v6)))
let v8 = subgroup_iscan_xor((v3 * v3))
let v9 = subgroup_any((i64(fixed_f64[me + 2]) < ctz(v3)))
let v10 = subgroup_all((v6 == v1))
let v11 = atomic_xor(b16[me], 4294967295u32)
b15[u32(p_f64) % 5] += (bool(v2) ? (v4 ? v2 : v7) : (v7 - v2))
var v12 = ((-fixed_i32[b0[p_u32 % 513] % 10]) >> i64(128u64))
v12 += grid_broadcast((fixed_i32[v5 % 10] | v6), (b0[509] * 33u32) % 513)
let v13 = ((fixed_bool[b0[p_u32 % 513] % 10] || fixed_bool[b0[434] % 10]) ? grid_scan_xor(p_bool) : bool(v7))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
