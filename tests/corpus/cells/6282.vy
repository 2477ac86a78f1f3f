// Program 6282 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6282
program conform_6282
workgroup 33, 1, 1
grid 1024, 1, 1
param p_bool: bool = false
param p_u32: u32 = 4
param p_i32: i32 = 19
param p_u64: u64 = 26
param p_i64: i64 = -18
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1056]
out b1: u32[1056] @range(1061, 2200)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[5]
in fixed_i32: i32[10] @align(128)
in fixed_u64: u64[11]
in fixed_i64: i64[9]
in fixed_f32: f32[4]
in fixed_f64: f64[5]
in b10: i16[8, 2] @cache(temporal)
persistent o11_3168: i8[, 3]
scratch b12: bool[1057]
scratch b13: atomic i32[1]
out b14: atomic u32[1056]
shared b15: u32[33]
shared b16: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_load(fixed_i64[u32(127u64) % 10])
let v1 = workgroup_load(fixed_f32[2147483648u32 % 5])
let v2 = workgroup_load(fixed_f64[(false ? SUM : u32_at(bytes, p_u32 % 41)) % 6])
let v3 = atomic_sub(b14[me], p_u32, relaxed, workgroup)
let v4 = ((true | fixed_bool[2i32 % 4]) ? workgroup_iscan_max(fixed_u64[me & 7]) : workgroup_xor(fixed_u64[v3 % 12]))
var w5 = 0
loop {
w5 += 1
if w5 > 3 { break }
barrier grid
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(bits(v1)) + u32(bits(v2)) + u32(v3) + u32(v4)
