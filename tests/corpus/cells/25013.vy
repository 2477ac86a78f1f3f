// Program 25013 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25013
program conform_25013
workgroup 8, 4, 1
grid 20, 16, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = -15
param p_u64: u64 = 0
param p_i64: i64 = -2
param p_f32: f32 = 5.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[384]
out b1: u32[384] @range(1392, 102)
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[7]
in fixed_i32: i32[10]
in fixed_u64: u64[5]
uniform fixed_i64: i64[11]
in fixed_f32: f32[5] @cache(streaming)
uniform fixed_f64: f64[7]
in o10_6: i16[, 3]
out b11: i16[384]
scratch b12: u64[386, 1] @live
inout b13: u64[len(b0)]
inout o14_2304: f64[, 2, 3]
inout b15: atomic u32[2]
persistent b16: atomic i32[384]
shared b17: u32[32]
shared b18: i16[32]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i64[2]
a2[rotr(TABLE[p_u32 % 10], x0) % 2] &= i64(fixed_f32[me & 7])
let v3 = a2[(~5u32) % 2]
a2[len(o10_6, 1) % 3] = (((p_bool ? fixed_bool[me & 1] : fixed_bool[me & 7]) ? bool(fixed_i32[me & 1]) : (fixed_bool[me & 3] ? fixed_bool[me & 1] : false)) ? fixed_i64[me & 1] : (i64(fixed_f64[(u32_at(bytes, p_u32 % 41) / 5u32) % 8]) << (p_i32 | 32i32)))
return rotl(u32(b13[me]), (b0[x0 % 385] << a2[p_u32 % 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_xor(bool(fixed_f64[me & 1]))
let v5 = workgroup_scan_xor(0u32)
let v6 = workgroup_scan_xor(i32(b18[here]))
b16[me] = ((fixed_f64[me & 3] != o14_2304[me, v5 % 2, 1]) ? (true ? v6 : o10_6[me & 1, 1]) : 1610931526i32)
barrier workgroup
async_copy(b18, 1, o10_6, ceil_div(p_u32, b0[p_u32 % 385]) % 3, (5u32 % 255u32) % 33)
barrier grid
wait()
let v7 = ((18446744073709551615u64 & fixed_u64[me & 3]) + grid_max(p_u64) * grid_scan_min(fixed_u64[me & 7]))
print "{} {}", i64(u64_at(bytes, wid.y % 41)), b17[me & 1]
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32)
