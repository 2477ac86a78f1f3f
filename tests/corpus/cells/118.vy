// Program 118 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 118
program conform_118
workgroup 4, 4, 3
grid 21, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = 6
param p_u64: u64 = 0
param p_i64: i64 = -20
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288]
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[11]
in fixed_i32: i32[7]
in fixed_u64: u64[9] @axis(0)
uniform fixed_i64: i64[3]
in fixed_f32: f32[8]
in fixed_f64: f64[10]
in b10: u8[2]
persistent b11: u8[288]
inout b12: i64[290, 2]
persistent b13: u32[288, 3]
persistent b14: u64[289]
inout b15: atomic u64[4]
inout b16: atomic i32[288]
shared b17: u32[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and((p_bool ? fixed_bool[1585674817u32 % 11] : fixed_bool[64u32 % 11]))
let v1 = grid_scan_and(b10[me + 0])
let v2 = grid_scan_and(atomic_exchange(b16[me], p_i32, acq_rel, workgroup))
let v3 = atomic_compare_exchange(b16[me], (-1i32), v2, release, device)
atomic_sub(b15[p_u32 % 5], (~(b14[me] ^ fixed_u64[v2 % 10])), release)
let v4 = i64(abs(v2))
let v5 = workgroup_iscan_and(5u64)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
