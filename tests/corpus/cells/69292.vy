// Program 69292 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 69292
program conform_69292
workgroup 33, 1, 1
grid 66, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = 16
param p_u64: u64 = 27
param p_i64: i64 = -10
param p_f32: f32 = 7.25
param p_f64: f64 = -4.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66] @binding(7)
out b1: u32[66] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[3] @binding(28)
in fixed_u32: u32[8] @binding(35)
in fixed_i32: i32[8] @binding(5)
in fixed_u64: u64[9] @binding(12)
in fixed_i64: i64[9] @binding(19)
in fixed_f32: f32[7] @binding(26)
in fixed_f64: f64[3] @binding(33)
in b10: u8[3] @binding(3)
persistent b11: u64[68, 2] @binding(10) @align(4)
persistent b12: bool[67, 3] @binding(17)
out b13: i64[67] @binding(24)
out b14: f64[66] @binding(31)
out b15: atomic u32[2] @binding(1) @align(1)
scratch b16: atomic u32[66] @live @binding(8)
shared b17: u32[33] @binding(15)
shared b18: u32[33] @binding(22)
shared b19: atomic u32[1] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_and(fixed_i64[me & 1])
let v1 = workgroup_or(true)
let v2 = workgroup_or(b1[me])
let v3 = atomic_or(b16[me], p_u32, acq_rel, workgroup)
let v4 = ((v1 || fixed_bool[v2 % 4]) ? workgroup_scan_or(u64(b14[me])) : workgroup_iscan_add(fixed_u64[me & 3]))
if ((v2 >= v2) & (fixed_bool[63u32 % 4] & v1)) {
var v5 = (v1 ? (v1 ? b0[v2 % 67] : b10[fixed_i64[p_u32 % 10] % 4]) : abs(v2))
v5 -= min(v2, (v1 ? fixed_u32[b10[0] % 9] : p_u32))
v5 = u32((fixed_f64[v5 % 4] + p_f64))
}
let v6 = grid_scan_and(fixed_i32[me & 1])
let v7 = (p_bool || grid_broadcast(b12[me, 1], 7u32 % 67))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v6) + u32(v7)
