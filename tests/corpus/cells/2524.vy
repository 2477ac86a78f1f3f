// Program 2524 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2524
program conform_2524
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = -17
param p_u64: u64 = 25
param p_i64: i64 = -14
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[3]
uniform fixed_u32: u32[3]
uniform fixed_i32: i32[11]
in fixed_u64: u64[8]
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[3]
in fixed_f64: f64[4]
in b10: i16[7, 1]
inout b11: u8[65]
scratch b12: u32[66, 3] @live
persistent b13: u16[63, 3]
scratch b14: atomic i64[3] @live
inout b15: atomic u32[64]
shared b16: u32[32]
shared b17: i64[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or(fixed_u64[0i64 % 9])
let v1 = grid_scan_or(fixed_i64[me + 0])
let v2 = grid_scan_xor((p_u32 % 5 == 1))
let v3 = atomic_min(b15[me], 4294967295u32, relaxed, device)
b1[me] = v3
barrier grid
var v4 = ((p_i32 << p_i32) + grid_xor(fixed_i32[b1[me] % 12]))
b11[me] += u32(max(p_u64, u64_at(bytes, bits(fixed_f32[p_u32 % 4]) % 41)))
let v5 = grid_add((min(fixed_f64[v4 % 5], fixed_f64[ctz(v3) % 5]) + fixed_f64[rotr(wid.z, p_u64) % 5]))
let v6 = grid_iscan_xor((v1 << ctz(v1)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6)
