// Program 15398 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15398
program conform_15398
workgroup 32, 1, 1
grid 45, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = -5
param p_u64: u64 = 34
param p_i64: i64 = -26
param p_f32: f32 = 5.25
param p_f64: f64 = -5.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @range(240, 12)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[10]
in fixed_i32: i32[7]
in fixed_u64: u64[9]
uniform fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[7]
uniform b10: i8[2, 3]
persistent b11: i32[64]
out b12: u64[65, 2]
scratch b13: f64[65, 1]
inout b14: f32[64]
persistent b15: atomic u32[3]
persistent b16: atomic i32[64]
shared b17: u32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_or(fixed_bool[me + 1])
let v1 = workgroup_scan_or(b17[here])
let v2 = workgroup_scan_or((b11[me] - b11[me]))
let v3 = atomic_load(b16[me])
if ((b10[b0[39] % 3, 1] << fixed_u64[127i32 % 10]) <= clz(b10[(2u32 ^ 5u32) % 3, 1])) {
let v4 = workgroup_iscan_or((7i32 % v2))
var w5 = 0
while w5 < 3 && ((v1 % 3 < 2) ? (p_bool ^ v0) : (v0 | v0)) {
w5 += 1
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
