// Program 49005 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 49005
program conform_49005
workgroup 2, 3, 1
grid 7, 12, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 14
param p_u64: u64 = 11
param p_i64: i64 = -40
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @axis(0)
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[3]
in fixed_u32: u32[8] @axis(0)
in fixed_i32: i32[7]
in fixed_u64: u64[6]
in fixed_i64: i64[4]
in fixed_f32: f32[10]
uniform fixed_f64: f64[4]
in b10: i8[6, 1]
inout b11: f32[97, 3]
inout b12: i8[97, 3]
out b13: i8[98, 1]
inout b14: atomic i64[2]
persistent o15_96: atomic u64[]
shared b16: u32[6]
shared b17: u8[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_add(b10[fixed_u64[me + 2] % 7, (b17[here] % subgroup) % 1])
let v1 = grid_scan_add(atomic_or(o15_96[me], p_u64, acq_rel, device))
let v2 = grid_scan_add(fixed_i64[2u32 % 5])
let v3 = atomic_add(o15_96[me], v1, relaxed, system)
let v4 = (fixed_bool[(1u32 % 256u32) % 4] ? workgroup_max(v0) : workgroup_or(v0))
block l5 {
let v6 = grid_load(fixed_bool[3u32 % 4])
b14[rotl(2147483648u32, b16[here]) % 3] += i64(rotr(fixed_i64[gid.x % 5], p_i32))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
