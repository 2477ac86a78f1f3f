// Program 29714 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 29714
program conform_29714
workgroup 7, 1, 1
param p_grid: u32 = 2
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 11
param p_u64: u64 = 7
param p_i64: i64 = -26
param p_f32: f32 = 0.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[3] @cache(streaming)
in fixed_u64: u64[10]
in fixed_i64: i64[6]
in fixed_f32: f32[4]
uniform fixed_f64: f64[7]
uniform b10: u8[2, 2]
inout b11: i64[7] @align(128)
persistent b12: i8[8]
scratch b13: u64[7]
scratch b14: i32[8, 3] @live
inout b15: bool[8, 3, 3] @align(2)
scratch b16: atomic u32[4]
persistent b17: atomic i64[len(b0)]
shared b18: u32[7]
shared b19: i64[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and(fixed_i32[me & 7])
let v1 = grid_scan_and(u64(fixed_f64[2147483648u32 % 8]))
let v2 = grid_scan_and(33i64)
let v3 = atomic_or(b17[me], b19[here], acq_rel, device)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, u32(p_i32) % 8)
barrier grid
wait()
var v4 = (fixed_u64[1080514678u32 % 11] + grid_max(u64(b15[me, b18[me & 7] % 3, 2])) * grid_xor(v1))
v4 *= (bits(p_f64) + grid_max(v4) * grid_or(u64(fixed_f64[me & 3])))
var v5 = fixed_i32[me & 3]
v5 += (v0 + grid_scan_max(v5))
b11[me] = ((fixed_bool[7u32 % 12] | fixed_bool[2147483648u32 % 12]) ? workgroup_iscan_min(i64(fixed_f32[me & 7])) : workgroup_scan_add(v2))
barrier workgroup
async_copy(b18, 0, fixed_u32, u32(p_f32) % 7, 2)
wait()
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3 >> 32) + u32(v4) + u32(v5)
