// Program 374 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 374
program conform_374
workgroup 1, 1, 9
grid 4, 1, 18
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = -12
param p_u64: u64 = 32
param p_i64: i64 = -1
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72] @axis(0)
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[8]
in fixed_i32: i32[7]
uniform fixed_u64: u64[4]
in fixed_i64: i64[6]
uniform fixed_f32: f32[9]
in fixed_f64: f64[6]
uniform b10: i16[3, 2]
inout b11: u8[73] @axis(0)
scratch b12: u32[72] @live
scratch b13: u8[73] @live
persistent b14: atomic i64[4]
persistent b15: atomic i64[72]
shared b16: u32[9]
shared b17: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_broadcast(fixed_u64[me & 7], 64u32 % 10)
let v1 = workgroup_broadcast(p_i64, b0[p_u32 % 73] % 10)
let v2 = workgroup_broadcast(fixed_f32[me & 3], b0[14] % 10)
let v3 = atomic_add(b15[me], fixed_i64[me & 3], acquire, system)
atomic_add(b14[rotr(1102139515u32, 1u32) % 5], v1, relaxed)
let v4 = (fixed_bool[b0[p_u32 % 73] % 5] ? grid_iscan_max(rotl(b10[u32_at(bytes, 19) % 4, 1], b15[me])) : grid_load(fixed_i32[grid_size.z % 8]))
let v5 = grid_min(((v0 >> v1) | u64(b16[here])))
var v6 = ((fixed_bool[4294967294u32 % 5] ? fixed_bool[b0[68] % 5] : fixed_bool[2147483648u32 % 5]) ? f32(b0[2u32 % 73]) : f32(fixed_bool[(b0[6] | 1u32) % 5]))
v6 = floor(f32(v1))
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(bits(v2)) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(bits(v6))
