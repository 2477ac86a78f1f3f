// Program 9189 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9189
program conform_9189 service
workgroup 5, 1, 1
param p_grid: u32 = 19
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = 10
param p_u64: u64 = 26
param p_i64: i64 = -13
param p_f32: f32 = 1.25
param p_f64: f64 = -7.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20]
in bytes: u8[40]
in fixed_bool: bool[9] @cache(streaming)
in fixed_u32: u32[8]
in fixed_i32: i32[11]
in fixed_u64: u64[5]
in fixed_i64: i64[3] @axis(0)
in fixed_f32: f32[6] @axis(0)
in fixed_f64: f64[4]
in b10: i16[7, 2] @cache(streaming)
out b11: u16[21, 2]
scratch b12: i32[21, 3] @live
inout b13: i8[19, 1]
out b14: f32[22, 3] @range(38, 33)
persistent b15: atomic u64[3]
scratch b16: atomic i64[20] @cache(streaming)
mapped b17: u64[20]
mapped b18: i64[20]
mapped b19: atomic u64[20]
shared b20: u32[5]
shared b21: u64[5]
shared b22: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_min((false ? fixed_u64[b0[11] % 6] : max(fixed_u64[u32_at(bytes, 30) % 6], fixed_u64[1u32 % 6])))
let v1 = grid_iscan_min((fixed_bool[4294967295u32 % 10] ? b18[me] : fixed_i64[4294967294u32 % 4]))
let v2 = grid_iscan_max(p_u32)
let v3 = atomic_xor(b16[me], v1, relaxed, workgroup)
let v4 = workgroup_scan_xor(v0)
if grid_or(fixed_bool[v2 % 10]) {
var w5 = 0
while w5 < 3 && bool(f64(v4)) {
w5 += 1
var w6 = 0
loop {
w6 += 1
if w6 > 4 { break }
atomic_sub(b22[bits(-16777217.0f32) % 2], 128i64, acquire, device)
}
if bool(abs(v2)) { continue }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
