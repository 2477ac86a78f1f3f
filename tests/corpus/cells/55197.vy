// Program 55197 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55197
program conform_55197
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 8
param p_u64: u64 = 8
param p_i64: i64 = -24
param p_f32: f32 = 8.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32] @align(32)
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[7]
in fixed_i32: i32[7]
uniform fixed_u64: u64[7] @axis(0)
in fixed_i64: i64[7]
in fixed_f32: f32[11] @align(64)
uniform fixed_f64: f64[11]
in b10: i16[1, 1] @cache(random)
inout b11: f64[32]
out b12: f32[34, 3] @axis(0)
inout b13: u8[34]
inout b14: atomic i32[4]
inout b15: atomic i64[32]
shared b16: u32[1]
shared b17: i8[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_max(ctz(fixed_u64[0i64 % 8]))
let v1 = grid_iscan_max(reverse(abs(p_i64)))
let v2 = grid_iscan_and(fixed_bool[me + 2])
atomic_store(b15[me], ((b12[me, 1] == b12[me, 1]) ? v1 : atomic_and(b15[me], v1, acquire, system)))
let v3 = ((fixed_bool[len(b1) % 5] ? fixed_bool[u32_at(bytes, 26) % 5] : fixed_bool[p_u32 % 5]) ? workgroup_scan_or(p_i64) : (-v1))
atomic_sub(b14[u32(v2) % 5], reverse(i32(2.5f32)), relaxed, workgroup)
let v4 = ((fixed_u64[(64u32 & b13[me]) % 8] >> fixed_i32[4294967295u32 % 8]) + grid_add((fixed_u64[4294967294u32 % 8] | 7u64)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
