// Program 1661 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1661
program conform_1661
workgroup 5, 1, 1
param p_grid: u32 = 8
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 15
param p_u64: u64 = 6
param p_i64: i64 = -25
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10] @range(32, 2)
in bytes: u8[40]
in fixed_bool: bool[11] @align(128)
in fixed_u32: u32[9]
in fixed_i32: i32[9]
in fixed_u64: u64[3]
in fixed_i64: i64[5]
in fixed_f32: f32[3] @align(16)
in fixed_f64: f64[5]
uniform b10: i16[7, 3]
scratch b11: bool[10] @live
out b12: f64[12, 3, 2]
out b13: bool[10]
out b14: u32[12, 1] @axis(0)
persistent b15: atomic u64[4]
persistent b16: atomic i32[10] @cache(streaming)
shared b17: u32[5]
shared b18: bool[5]
shared b19: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_min(p_u64)
let v1 = workgroup_scan_min(((64i64 ^ p_i64) * i64(fixed_i64[me + 0])))
let v2 = workgroup_scan_max(256u32)
let v3 = atomic_add(b16[me], fixed_i32[8], relaxed, workgroup)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 1099774620u32 % 6)
wait()
b19[v2 % 3] ^= ctz(v0)
if bool(fixed_bool[p_u32 % 12]) {
var v4 = u64_at(bytes, 33i64 % 41)
v4 <<= workgroup_or(u64(fixed_f32[v2 % 4]))
var w5 = 2
while w5 > 0 {
w5 -= 1
if bool((63i64 % fixed_i64[(2147483647i32 * 1i32) % 6])) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
