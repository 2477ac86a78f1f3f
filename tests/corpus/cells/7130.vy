// Program 7130 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7130
program conform_7130 service
workgroup 16, 3, 1
grid 49, 9, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = 10
param p_u64: u64 = 37
param p_i64: i64 = -13
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[576]
out b1: u32[576]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[4]
uniform fixed_u64: u64[7] @axis(0)
in fixed_i64: i64[11]
uniform fixed_f32: f32[10]
in fixed_f64: f64[6] @align(4)
uniform b10: i16[7]
persistent o11_576: i64[] @align(32)
inout b12: i32[576] @cache(random)
persistent b13: u16[575]
persistent b14: u16[576]
out b15: atomic i64[3]
scratch b16: atomic i64[576] @live
mapped b17: u16[575]
mapped b18: f64[len(b0)]
mapped b19: atomic i32[576]
shared b20: u32[48]
shared b21: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2304] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_max(atomic_load(b19[me]))
let v1 = grid_iscan_max(u64(fixed_u64[me + 2]))
let v2 = grid_iscan_max(o11_576[me])
let v3 = atomic_and(b16[me], 9223372036854775807i64, relaxed)
let v4 = grid_scan_and(ctz(i32(fixed_bool[me + 2])))
let v5 = (bool(u64_at(bytes, (fixed_u32[3] ^ 2147483648u32) % 41)) ? workgroup_iscan_or(0i64) : workgroup_min(i64(b20[here])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
