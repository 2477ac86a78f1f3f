// Program 70108 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 70108
program conform_70108
workgroup 4, 4, 3
grid 4, 8, 9
param p_bool: bool = true
param p_u32: u32 = 25
param p_i32: i32 = 18
param p_u64: u64 = 16
param p_i64: i64 = -30
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288] @range(586, 198)
in bytes: u8[40]
uniform fixed_bool: bool[6] @axis(0)
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[8]
in fixed_u64: u64[9]
uniform fixed_i64: i64[7]
in fixed_f32: f32[6]
in fixed_f64: f64[5]
in b10: u8[4, 1]
persistent o11_288: i64[, 1]
scratch b12: u64[288, 2]
out b13: i64[289, 1]
out b14: atomic u64[2] @range(13, 2)
inout b15: atomic u64[288]
shared b16: u32[48]
shared b17: i16[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_load(fixed_f32[256u32 % 7])
let v1 = grid_load(fixed_f64[rotl(1u32, fixed_i64[6]) % 6])
let v2 = workgroup_add(b10[u32(1482048771u32) % 5, 0])
let v3 = atomic_min(b15[me], 63u64, relaxed, system)
let v4 = ((33u32 % 5 >= 2) ? workgroup_or(fixed_i64[me + 0]) : workgroup_min(fixed_i64[ceil_div(v2, p_u32) % 8]))
b1[me] += v2
var v5 = (min(b10[v2 % 5, TABLE[4] % 1], 127u32) + workgroup_broadcast(clz(0u32), v2 % 49) * workgroup_or((~u32(fixed_i32[v2 % 9]))))
let v6 = grid_load(b17[18446744073709551615u64 % 49])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6)
