// Program 47634 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47634
program conform_47634
workgroup 1, 1, 9
grid 4, 1, 36
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 6
param p_u64: u64 = 0
param p_i64: i64 = -33
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[144]
out b1: u32[144]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[4]
uniform fixed_i32: i32[7]
in fixed_u64: u64[4] @axis(0)
in fixed_i64: i64[5]
in fixed_f32: f32[10]
in fixed_f64: f64[7]
uniform o10_7: i8[] @align(128)
scratch b11: i8[144, 1] @live
inout b12: f32[146, 3]
scratch b13: f32[145, 1]
out b14: u8[144, 3] @range(50, 0)
persistent b15: atomic i64[3] @align(32)
inout b16: atomic u32[144] @align(4)
shared b17: u32[9]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[576] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(rotr((64u32 + u32_at(bytes, 255u32 % 41)), u64(fixed_f64[me + 2])))
let v1 = grid_scan_max((fixed_i32[b17[here] % 8] | 64i32))
let v2 = grid_scan_max(u64(max(fixed_f32[fixed_u64[0] % 11], fixed_f32[bits(unbits(0x7f800000u32)) % 11])))
let v3 = atomic_xor(b16[me], p_u32)
atomic_sub(b15[v0 % 4], i64(fixed_i64[v2 % 6]), acq_rel)
let v4 = (fixed_bool[bytes[34] % 12] ? grid_min(reverse(u64_at(bytes, 2i64 % 41))) : grid_iscan_max(fixed_u64[fixed_u64[me + 1] % 5]))
if bool(max(fixed_f64[1234554649u32 % 8], p_f64)) {
block l5 {
if (bool(2147483647i32) && (fixed_bool[me + 0] || fixed_bool[v3 % 12])) {  }
}
barrier grid
if grid_or((b14[me, v3 % 3] % 2 >= 2)) {
b12[me, (v3 | v0) % 3] = (max(fixed_f32[ctz(len(b1)) % 11], fixed_f32[b1[me] % 11]) + workgroup_min(fixed_f32[b14[me, 1] % 11]))
barrier grid
barrier grid
}
for k6 in u64(v4) % 3..rotr(v2, p_u32) % 6 {
b12[me, (v3 | v0) % 3] = f32((v3 % 2 == 2))
if bool((fixed_f64[p_u64 % 8] + fixed_f64[fixed_u32[p_u32 % 5] % 8])) { return }
}
} else {
barrier grid
block l7 {
let v8 = o10_7[b0[22] % 8]
barrier grid
let v9 = ((fixed_bool[32u32 % 12] ? fixed_bool[32u32 % 12] : fixed_bool[3u32 % 12]) ? workgroup_iscan_and(v4) : workgroup_scan_max(v4))
for k10 in (fixed_bool[4294967294u32 % 12] ? bytes[b0[49] % 41] : b0[4294967294u32 % 145]) % 3..b0[63u32 % 145] % 6 step u32_at(bytes, (3u32 >> fixed_u64[2]) % 41) % 2 {
}
if fixed_bool[(671800181u32 + 2006117131u32) % 12] {
barrier grid
leave l7
}
if ((b0[p_u32 % 145] % 5 < 1) & (!p_bool)) {
barrier grid
leave l7
}
barrier grid
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
