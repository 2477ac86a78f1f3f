// Program 52512 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 52512
program conform_52512
workgroup 1, 1, 9
grid 2, 1, 27
param p_bool: bool = true
param p_u32: u32 = 4
param p_i32: i32 = 14
param p_u64: u64 = 31
param p_i64: i64 = -27
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[54]
out b1: u32[54] @range(139, 72)
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[7] @axis(0)
in fixed_u64: u64[9] @cache(temporal)
in fixed_i64: i64[7]
in fixed_f32: f32[6] @align(1)
in fixed_f64: f64[7]
uniform b10: i16[8]
out b11: u64[55]
out b12: i16[55] @range(103, 7)
persistent b13: i32[54]
scratch b14: atomic u32[1] @axis(0)
out b15: atomic i64[54] @range(74, 17)
shared b16: u32[9]
shared b17: i32[9]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_or(i64(b16[here]))
let v1 = subgroup_scan_xor((bool(fixed_f32[me + 1]) || bool(2i32)))
let v2 = subgroup_scan_xor((v1 ? b16[here] : b16[here]))
let v3 = subgroup_scan_xor(256i32)
let v4 = subgroup_scan_xor(min(fixed_u64[v2 % 10], fixed_u64[clamp(p_u32, b16[here], v2) % 10]))
let v5 = subgroup_scan_xor(i64((fixed_bool[me + 2] | p_bool)))
let v6 = subgroup_iscan_add(v2)
let v7 = subgroup_iscan_add(i32(v5))
let v8 = subgroup_iscan_add(v4)
let v9 = subgroup_iscan_add(7i64)
let v10 = subgroup_iscan_min(v2)
let v11 = atomic_load(b15[me])
atomic_store(b15[me], clamp((p_i64 * fixed_i64[me + 1]), (v1 ? v9 : v11), v5))
b11[me] %= ((false ? fixed_bool[4294967294u32 % 5] : fixed_bool[127i64 % 5]) ? grid_scan_max(63u64) : u64(p_f32))
let v12 = (v6 + grid_scan_xor(v10))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
