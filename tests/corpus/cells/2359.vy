// Program 2359 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2359
program conform_2359
workgroup 4, 4, 3
grid 4, 8, 9
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = -19
param p_u64: u64 = 24
param p_i64: i64 = -3
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[7]
in fixed_i32: i32[8]
in fixed_u64: u64[6]
in fixed_i64: i64[4]
in fixed_f32: f32[8] @axis(0)
uniform fixed_f64: f64[7]
uniform b10: i8[3]
inout b11: u64[289]
scratch b12: u16[290] @live
inout b13: u16[287, 2]
out b14: atomic i32[1] @align(32)
out b15: atomic u32[288]
shared b16: u32[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_and(p_u32)
let v1 = workgroup_iscan_and(b10[p_u32 % 4])
let v2 = workgroup_iscan_and(u64_at(bytes, clamp(5i64, p_i64, 63i64) % 41))
let v3 = atomic_min(b15[me], v0, release, device)
let v4 = workgroup_iscan_xor(((127i64 | p_i64) != (fixed_i64[v3 % 5] / 1224314142i64)))
b1[me] += u32((v4 || v4))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
