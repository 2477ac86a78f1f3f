// Program 62303 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 62303
program conform_62303
workgroup 8, 4, 1
grid 10, 12, 1
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = -16
param p_u64: u64 = 15
param p_i64: i64 = -9
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @cache(streaming)
out b1: u32[192] @axis(0)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[11]
in fixed_i32: i32[9] @axis(0)
in fixed_u64: u64[6]
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[4]
in fixed_f64: f64[6]
in b10: u8[4, 3]
out b11: u32[192]
persistent b12: i16[191, 1]
out b13: i64[192, 1]
out b14: i32[194, 2]
scratch b15: atomic u64[1] @live
persistent b16: atomic i32[192]
shared b17: u32[32] @align(32)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(i64(0.0f32))
let v1 = workgroup_iscan_max(p_u32)
let v2 = workgroup_iscan_max(max(fixed_i32[me + 1], (p_bool ? p_i32 : atomic_max(b16[me], i32(-2147483647), relaxed))))
atomic_store(b16[me], b14[me, 1], relaxed, system)
atomic_sub(b15[(p_u32 ^ v1) % 2], (fixed_u64[v1 % 7] & u64(v2)), release)
var v3 = ((v2 << v2) + grid_load(fixed_i32[max(63u32, 750522609u32) % 10]))
let v4 = (abs(p_i64) + grid_scan_add(v0))
v3 = i32(p_f32)
let v5 = grid_add((fixed_bool[TABLE[2] % 6] ? p_i64 : fixed_i64[v1 % 11]))
let v6 = f64(bool(fixed_i32[fixed_u64[p_u32 % 7] % 10]))
b11[me] = 1866593964u32
b11[me] = workgroup_scan_add((fixed_bool[me + 0] ? v1 : p_u32))
barrier grid
b11[me] += u32(fixed_f32[me + 1])
barrier workgroup
let v7 = grid_add(fixed_f32[fixed_i64[7] % 5])
if ((p_bool ^ false) && fixed_bool[3i64 % 6]) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
