// Program 37192 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 37192
program conform_37192
workgroup 1024, 1, 1
grid 294, 1, 1
param p_bool: bool = false
param p_u32: u32 = 26
param p_i32: i32 = 17
param p_u64: u64 = 18
param p_i64: i64 = -24
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024] @binding(7)
out b1: u32[1024] @range(1885, 697) @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[9] @binding(28)
uniform fixed_u32: u32[8] @binding(35)
uniform fixed_i32: i32[11] @binding(5)
in fixed_u64: u64[8] @binding(12) @cache(streaming)
in fixed_i64: i64[6] @binding(19) @align(8)
in fixed_f32: f32[5] @binding(26)
in fixed_f64: f64[5] @binding(33)
uniform b10: i8[9, 3] @binding(3)
out b11: u16[1024] @binding(10)
persistent b12: f64[1025, 3, 1] @binding(17) @cache(streaming)
out b13: bool[1026, 2] @range(74, 2902) @binding(24)
out b14: i8[1025] @binding(31)
scratch b15: atomic u64[1] @binding(1)
scratch b16: atomic i64[1024] @live @binding(8)
shared b17: u32[1024] @binding(15)
shared b18: atomic u32[3] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_or(b14[me])
let v1 = subgroup_iscan_or(u64(b13[me, TABLE[0] % 3]))
let v2 = subgroup_iscan_or(i64(workgroups.z))
let v3 = subgroup_iscan_xor(b13[me, 1])
let v4 = subgroup_iscan_xor(b11[me])
let v5 = subgroup_iscan_xor(v0)
let v6 = subgroup_iscan_xor(v1)
let v7 = subgroup_iscan_xor(i64(workgroup_size.y))
let v8 = subgroup_any((v3 ^ (v3 ? b13[me, (u32_at(bytes, 32) << b10[me & 7, 1]) % 2] : v3)))
let v9 = subgroup_all((fixed_bool[u32(p_i32) % 10] || v3))
let v10 = subgroup_broadcast(b13[me, 1], (7u32 | b0[p_u32 % 1025]) % 33)
let v11 = atomic_sub(b16[me], v7, release)
b15[v4 % 2] -= ((fixed_u64[me & 1] / 255u64) - 0u64)
let v12 = grid_scan_and(p_bool)
let v13 = ((fixed_bool[me & 7] ? p_u64 : v1) + grid_xor(v1) * grid_iscan_xor(clamp(min(4294967296u64, fixed_u64[me & 3]), u64(v1), v6)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13 >> 32)
