// Program 1858 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1858
program conform_1858
workgroup 2, 3, 1
grid 2, 3, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = -6
param p_u64: u64 = 5
param p_i64: i64 = -28
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[6]
out b1: u32[6] @range(3, 10)
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[11]
in fixed_i32: i32[8]
in fixed_u64: u64[3]
uniform fixed_i64: i64[10]
in fixed_f32: f32[7]
uniform fixed_f64: f64[5]
uniform b10: i8[5, 3] @align(64)
out b11: i16[8]
inout b12: u32[8]
out b13: atomic u32[2]
inout b14: atomic u64[6]
shared b15: u32[6]
shared b16: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_max(p_u32)
let v1 = workgroup_max((fixed_bool[(p_u32 - v0) % 5] ? fixed_i32[me + 0] : 31i32))
let v2 = workgroup_max(atomic_compare_exchange(b14[me], 32u64, 1645837470u64, acq_rel, device))
atomic_store(b14[me], u64(ceil_div(u32_at(bytes, 4294967294u32 % 41), TABLE[v0 % 10])), release)
atomic_sub(b13[(256u32 | bytes[p_u32 % 41]) % 3], (bool(fixed_f32[max(v0, 1u32) % 8]) ? u32(v0) : p_u32), release)
if me <= 6 { b1[me] |= (u32(b0[v0 % 7]) + min(p_u32, v0)) }
b11[me] ^= (clz(v1) ^ min(fixed_i32[v0 % 9], v1))
var v3 = workgroup_load(fixed_bool[(b10[p_u32 % 6, 1] >> 0i32) % 5])
v3 = ((fixed_bool[i32(3i64) % 5] ? fixed_bool[u32_at(bytes, 15) % 5] : fixed_bool[p_i32 % 5]) || grid_or(bool(fixed_f64[me + 1])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
