// Program 11088 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11088
program conform_11088
workgroup 4, 4, 3
grid 12, 12, 9
param p_bool: bool = true
param p_u32: u32 = 13
param p_i32: i32 = -18
param p_u64: u64 = 38
param p_i64: i64 = -20
param p_f32: f32 = 0.25
param p_f64: f64 = -6.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1296]
out b1: u32[1296]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[9]
in fixed_i32: i32[10]
in fixed_u64: u64[4]
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[4]
in fixed_f64: f64[9]
uniform o10_12: i16[, 2] @axis(0)
persistent b11: u64[1297, 1]
scratch b12: u16[1295, 1] @live
inout o13_3888: f32[, 3]
out b14: atomic i32[1]
inout o15_1296: atomic i64[]
shared b16: u32[48]
shared b17: f32[48]
shared b18: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_min(fixed_u64[0u32 % 5])
let v1 = subgroup_scan_min(abs(atomic_compare_exchange(o15_1296[me], 0i64, 63i64, relaxed, system)))
let v2 = subgroup_scan_max(u32(fixed_bool[b12[me, 0] % 6]))
let v3 = subgroup_scan_max((fixed_bool[b16[here] % 6] ? o10_12[me + 0, 1] : fixed_i32[v2 % 11]))
let v4 = subgroup_scan_max(v0)
let v5 = subgroup_scan_max(4294967296i64)
let v6 = subgroup_scan_and(fixed_bool[(false ? v2 : wid.x) % 6])
let v7 = subgroup_scan_and((~u32(u64_at(bytes, (~p_i64) % 41))))
let v8 = subgroup_scan_and(v3)
let v9 = subgroup_scan_and(ctz(mulhi(v4, fixed_u64[v2 % 5])))
let v10 = subgroup_scan_and(atomic_max(o15_1296[me], p_i64))
let v11 = atomic_add(o15_1296[me], v5, acq_rel, device)
atomic_add(b14[v2 % 2], fixed_i32[me + 0], acquire)
let v12 = wid.z
b14[fixed_u32[6] % 2] -= i32(i32(v6))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
