// Program 496 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 496
program conform_496
workgroup 16, 3, 1
grid 48, 9, 1
param p_bool: bool = false
param p_u32: u32 = 3
param p_i32: i32 = 2
param p_u64: u64 = 1
param p_i64: i64 = -25
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[432]
out b1: u32[432]
in bytes: u8[40]
in fixed_bool: bool[8] @align(2)
uniform fixed_u32: u32[10]
in fixed_i32: i32[5]
in fixed_u64: u64[11] @align(256)
in fixed_i64: i64[8]
uniform fixed_f32: f32[11]
in fixed_f64: f64[11]
in o10_6: i16[]
inout b11: u16[432, 2] @axis(0)
persistent b12: i64[432, 1]
out b13: i8[433] @range(0, 54)
out b14: i32[432, 3] @align(128)
scratch b15: atomic u64[4] @live @cache(temporal)
persistent b16: atomic i64[len(b0)]
shared b17: u32[48]
shared b18: u16[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max(fixed_f32[fixed_u32[p_u32 % 11] % 12])
let v1 = subgroup_max(abs(fixed_f64[5u32 % 12]))
let v2 = subgroup_and(fixed_bool[722828353u32 % 9])
let v3 = subgroup_and(b11[me, p_u32 % 2])
let v4 = subgroup_and((-b13[me]))
let v5 = subgroup_and(rotr(ceil_div(u64_at(bytes, v3 % 41), u64_at(bytes, p_u32 % 41)), v4))
let v6 = subgroup_and((fixed_i64[fixed_i64[p_u32 % 9] % 9] + atomic_xor(b16[me], 128i64, acq_rel, workgroup)))
let v7 = subgroup_or(p_bool)
let v8 = subgroup_or(u32(v0))
let v9 = subgroup_or((v4 | 31i32))
let v10 = subgroup_or(u64_at(bytes, u32(fixed_i64[me + 0]) % 41))
let v11 = atomic_sub(b16[me], v6, acq_rel, device)
region "r12" {
let v13 = ((fixed_i64[popcount(b0[353]) % 9] >= 5i64) ? subgroup_broadcast(f32(i64(v7)), b0[p_u32 % 433] % 33) : subgroup_add(abs((v0 - v0))))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
