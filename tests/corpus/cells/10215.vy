// Program 10215 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10215
program conform_10215
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 5
param p_u64: u64 = 28
param p_i64: i64 = -33
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1] @align(16)
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[6]
in fixed_i32: i32[3]
in fixed_u64: u64[3]
in fixed_i64: i64[10]
in fixed_f32: f32[7]
in fixed_f64: f64[11]
in b10: u16[7, 3]
persistent b11: u16[1] @axis(0)
inout b12: u8[1, 1]
persistent b13: atomic u32[4] @cache(streaming)
scratch b14: atomic u64[1]
shared b15: u32[1]
shared b16: u8[1]
shared b17: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_min(u32_at(bytes, fixed_u64[1] % 41))
let v3 = (p_bool ? grid_scan_and(fixed_bool[me + 1]) : (true ? fixed_bool[x0 % 8] : fixed_bool[me + 1]))
let v4 = grid_max(i64((fixed_bool[u32(v3) % 8] ? v3 : v3)))
block l5 {
if fixed_bool[(true ? 2u32 : b10[p_u32 % 8, 1]) % 8] {
leave l5
}
if (2147483648u32 % 4 >= 1) {
leave l5
}
if ((u32_at(bytes, workgroup_size.z % 41) % 4 == 1) || (fixed_bool[v4 % 8] ? fixed_bool[64u32 % 8] : p_bool)) {
leave l5
}
if fixed_bool[u64(y1) % 8] {
leave l5
}
}
return u32(u32(v2))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1(u32(rotr(fixed_i64[(b1[me] % 4294967294u32) % 11], fixed_u32[7i64 % 7])), (ctz(fixed_i32[4294967295u32 % 4]) - i32(fixed_bool[2147483647u32 % 8])))
let v7 = grid_scan_or(((fixed_i64[997020945i64 % 11] << p_u64) ^ p_i64))
let v8 = grid_scan_xor((1.0f64 > fixed_f64[i64(false) % 12]))
let v9 = grid_scan_xor(u32(p_i64))
let v10 = atomic_exchange(b14[me], p_u64, relaxed)
b1[me] = b1[(me * 5 + 3) % 1] + grid_max(b1[(-v9) % 2])
let v11 = grid_min(v10)
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
