// Program 42512 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 42512
program conform_42512 service
workgroup 257, 1, 1
grid 514, 1, 1
param p_bool: bool = false
param p_u32: u32 = 24
param p_i32: i32 = 15
param p_u64: u64 = 19
param p_i64: i64 = -25
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[514]
out b1: u32[514]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[9]
in fixed_i32: i32[10]
in fixed_u64: u64[11]
in fixed_i64: i64[8]
uniform fixed_f32: f32[10]
in fixed_f64: f64[11]
uniform b10: i8[2, 2]
out b11: f32[515, 3]
persistent b12: f32[514, 1]
persistent b13: i64[516, 1] @align(2)
inout o14_514: bool[] @cache(random)
scratch b15: atomic u64[1] @live
scratch b16: atomic i32[len(b0)] @live
mapped b17: i32[514]
mapped b18: bool[514]
mapped b19: atomic u32[514]
shared b20: u32[257]
shared b21: i32[257]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_max(((lid.x < p_u32) ? (fixed_bool[127u32 % 12] ? atomic_load(b19[me]) : p_u32) : atomic_load(b19[me], relaxed)))
let v1 = subgroup_iscan_max(fixed_i32[u32(TABLE[p_u32 % 10]) % 11])
let v2 = subgroup_iscan_max(((fixed_u64[v0 % 12] % fixed_u64[me + 0]) + (fixed_u64[p_u32 % 12] * p_u64)))
let v3 = subgroup_iscan_max(b13[me, 0])
let v4 = subgroup_iscan_and(bool(fixed_bool[v0 % 12]))
let v5 = subgroup_iscan_and(max(v0, v0))
let v6 = subgroup_iscan_and((p_i32 - v1))
let v7 = subgroup_iscan_and((rotr(v2, p_i64) * rotl(fixed_u64[v0 % 12], v5)))
let v8 = subgroup_iscan_and(i64(unbits(0x1u64)))
let v9 = subgroup_iscan_or(bool(63i32))
let v10 = subgroup_iscan_or(2147483648u32)
let v11 = atomic_compare_exchange(b16[me], 256i32, v6)
atomic_add(b15[(p_u32 * v5) % 2], fixed_u64[u32(o14_514[me]) % 12])
let v12 = ((p_bool ? p_bool : p_bool) ? grid_iscan_min(u32(fixed_f64[me + 2])) : grid_broadcast(v5, p_u32 % 515))
barrier workgroup
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
