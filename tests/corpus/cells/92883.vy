// Program 92883 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 92883
program conform_92883
workgroup 1024, 1, 1
grid 1127, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 4
param p_u64: u64 = 26
param p_i64: i64 = -38
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[2048]
out b1: u32[len(b0)] @align(2) @axis(0)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[5]
in fixed_i32: i32[5]
uniform fixed_u64: u64[4]
in fixed_i64: i64[11]
in fixed_f32: f32[11]
uniform fixed_f64: f64[8]
uniform o10_3: u8[, 1]
inout b11: bool[2050, 3] @axis(0)
scratch b12: u32[2048] @live
scratch b13: f64[2049]
persistent b14: i8[2050]
out b15: atomic u32[1]
inout b16: atomic u32[2048]
shared b17: u32[1024]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[8192] @count(found)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_max(workgroups.z)
let v3 = min(ceil(clamp(p_f64, fixed_f64[x0 % 9], fixed_f64[me & 3])), f64(f64(u64_at(bytes, u32(64u64) % 41))))
var w4 = 2
while w4 > 0 && (w4 % 3 == 2 || ((p_u32 % 3 != 2) ? grid_xor(fixed_bool[me & 1]) : grid_load(fixed_bool[32u32 % 11]))) {
w4 -= 1
let v5 = ((fixed_i64[33u32 % 12] <= fixed_i64[(2147483648u32 * b0[p_u32 % 2049]) % 12]) ? grid_iscan_or(fixed_u64[me & 1]) : grid_max(63u64))
if fixed_bool[959351444u32 % 11] {
continue
}
}
return min(o10_3[33u32 % 4, min(o10_3[me & 1, 0], fixed_u32[me & 7]) % 1], (7u32 + x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_scan_add(b14[me])
let v7 = grid_scan_add((~(fixed_bool[b1[me] % 11] ? u64_at(bytes, fixed_u64[me & 7] % 41) : fixed_u64[(fixed_i32[p_u32 % 6] & 127i32) % 5])))
let v8 = grid_scan_add(fixed_i64[me & 1])
b16[me] = (~b12[me])
if (fixed_bool[255u32 % 11] ? fixed_bool[fixed_i64[9] % 11] : p_bool) {
} else {
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8)
