// Program 55202 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55202
program conform_55202
workgroup 5, 1, 1
param p_grid: u32 = 16
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = -19
param p_u64: u64 = 27
param p_i64: i64 = -11
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[9]
in fixed_i32: i32[6]
uniform fixed_u64: u64[5]
in fixed_i64: i64[11]
in fixed_f32: f32[5]
uniform fixed_f64: f64[7]
uniform o10_10: u16[, 2]
scratch b11: i64[20] @live
persistent o12_40: f32[, 2] @cache(random)
persistent b13: u64[21, 1, 3]
inout b14: u32[20] @align(64)
out b15: atomic u32[2]
scratch b16: atomic i32[20] @live @axis(0)
shared b17: u32[5]
shared b18: i64[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[80] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_xor(fixed_u64[p_u32 % 6])
let v1 = grid_iscan_xor(i64((p_bool ? p_u32 : b17[here])))
let v2 = grid_any(fixed_bool[v1 % 9])
let v3 = atomic_xor(b16[me], 2147483647i32, acq_rel, system)
barrier workgroup
async_copy(b18, 0, fixed_i64, (5u32 % 1u32) % 12, 1)
wait()
let v4 = ((grid_size.y % 5 != 2) ? workgroup_scan_min(u64_at(bytes, ctz(128u32) % 41)) : workgroup_iscan_or(u64_at(bytes, 128u32 % 41)))
hits[atomic_add(found[0], 1)] = u32(sqrt(fixed_f64[me & 1]))
if me < 21 { b11[me] = (min(v1, v1) - v1) }
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
