// Program 5371 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5371
program conform_5371
workgroup 8, 4, 1
grid 32, 16, 1
param p_bool: bool = true
param p_u32: u32 = 12
param p_i32: i32 = -14
param p_u64: u64 = 18
param p_i64: i64 = -4
param p_f32: f32 = 1.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[512]
out b1: u32[512]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[11] @axis(0)
in fixed_i32: i32[10]
uniform fixed_u64: u64[10]
in fixed_i64: i64[7]
uniform fixed_f32: f32[9]
uniform fixed_f64: f64[10]
uniform b10: i16[4, 1]
scratch b11: u32[513]
persistent b12: i32[513, 2]
out b13: u32[512] @align(256)
persistent b14: i16[512]
persistent b15: atomic i64[3]
out b16: atomic i64[512]
shared b17: u32[32]
shared b18: f32[32]
shared b19: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_and(fixed_bool[2147483648u32 % 7])
let v1 = workgroup_scan_and(b11[me])
let v2 = workgroup_scan_and(fixed_i32[max(b17[here], v1) % 11])
let v3 = atomic_or(b16[me], 128i64)
atomic_sub(b15[clz(u32_at(bytes, p_u32 % 41)) % 4], (popcount(p_i64) % reverse(v3)), acq_rel)
barrier workgroup
let v4 = grid_load(fixed_bool[u32_at(bytes, 22) % 7])
let v5 = workgroup_add(p_u64)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
