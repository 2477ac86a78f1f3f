// Program 21487 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21487
program conform_21487
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 4
param p_u64: u64 = 18
param p_i64: i64 = -8
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
in fixed_bool: bool[5] @cache(streaming)
in fixed_u32: u32[8]
uniform fixed_i32: i32[9]
in fixed_u64: u64[10]
in fixed_i64: i64[7]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
in b10: u8[5, 1]
inout b11: i64[99]
scratch b12: u8[99, 2, 3] @live
out b13: u32[99]
inout b14: u8[len(b0), 3]
scratch b15: atomic u32[2]
inout b16: atomic i32[len(b0)]
shared b17: u32[33]
shared b18: i64[33]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[6336] @count(found)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_max((fixed_bool[me & 1] ? b0[me & 7] : x0))
let v3 = ((fixed_i64[64u32 % 8] > fixed_i64[b10[p_u32 % 6, 0] % 8]) ? grid_add(((y1 % fixed_i32[b0[1] % 10]) - (fixed_bool[me & 3] ? i32(-2147483647) : i32(workgroups.x)))) : grid_scan_xor(rotl(y1, fixed_u64[me & 3])))
var v4 = f32(round((fixed_bool[(p_u32 % 256u32) % 6] ? fixed_f64[b0[p_u32 % 100] % 10] : fixed_f64[i64(grid_size.y) % 10])))
v4 += grid_max(v4)
return (-max(2147483648u32, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(rotr(p_u32, reverse(u32_at(bytes, 33u64 % 41))), fixed_i32[256u32 % 10])
let v6 = grid_iscan_xor(b18[here])
let v7 = grid_any(fixed_bool[b12[me + 0, 1, 0] % 6])
let v8 = grid_all(fixed_bool[me & 1])
block l9 {
if (v7 && bool(p_u32)) {
leave l9
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8)
