// Program 33768 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33768
program conform_33768
workgroup 4, 4, 3
grid 12, 4, 6
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 11
param p_u64: u64 = 20
param p_i64: i64 = -33
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288] @binding(7)
out b1: u32[288] @range(53, 807) @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[9] @binding(28)
uniform fixed_u32: u32[6] @binding(35)
in fixed_i32: i32[10] @binding(5)
in fixed_u64: u64[6] @binding(12) @align(16)
in fixed_i64: i64[6] @binding(19)
in fixed_f32: f32[3] @binding(26)
in fixed_f64: f64[9] @binding(33)
uniform b10: i16[7, 2] @binding(3)
inout o11_288: u64[] @binding(10)
persistent b12: u32[290, 2] @binding(17)
persistent b13: atomic i64[2] @binding(24)
inout b14: atomic i32[len(b0)] @binding(31)
shared b15: u32[48] @binding(1)
shared b16: atomic u64[1] @binding(8)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_add(p_u32)
let v1 = subgroup_scan_add((b10[abs(v0) % 8, 1] >> fixed_i32[b12[me, 1] % 11]))
let v2 = subgroup_scan_add(abs(p_u64))
let v3 = subgroup_scan_add(i64(p_i64))
let v4 = subgroup_scan_min(clz(v0))
let v5 = subgroup_scan_min(v1)
let v6 = subgroup_scan_min(max((fixed_bool[p_u32 % 10] ? v2 : v2), ceil_div(v2, v2)))
let v7 = subgroup_scan_min(1925002779i64)
let v8 = subgroup_scan_max(v4)
let v9 = subgroup_scan_max(v1)
let v10 = subgroup_scan_max((bool(v5) ? v6 : u64(p_i64)))
let v11 = atomic_load(b14[me])
let v12 = ((p_bool != fixed_bool[ctz(u32_at(bytes, 32)) % 10]) ? subgroup_iscan_and((fixed_bool[v3 % 10] ? v0 : p_u32)) : subgroup_min(ceil_div(p_u32, u32(fixed_i64[fixed_u32[p_u32 % 7] % 7]))))
var v13 = (fixed_bool[3u32 % 10] ? i32((fixed_bool[7u32 % 10] || fixed_bool[7u32 % 10])) : (i32(fixed_i32[b0[p_u32 % 289] % 11]) + fixed_i32[31u32 % 11]))
b1[me] += (clamp(v4, b12[me, 1], v4) + grid_scan_min(((p_u32 % 2 == 1) ? rotl(b15[here], 7i32) : popcount(b12[me, v4 % 2]))))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
