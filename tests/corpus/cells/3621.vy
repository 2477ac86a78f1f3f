// Program 3621 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3621
program conform_3621 service
workgroup 2, 3, 1
param p_grid: u32 = 0
grid p_grid + 1, 9, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -3
param p_u64: u64 = 4
param p_i64: i64 = -12
param p_f32: f32 = 6.25
param p_f64: f64 = -6.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[5]
in fixed_i32: i32[6]
in fixed_u64: u64[5]
uniform fixed_i64: i64[5]
in fixed_f32: f32[4]
in fixed_f64: f64[4] @align(64)
in b10: u8[4]
persistent b11: i32[18]
scratch b12: u8[18, 3, 3] @live
inout b13: u64[18, 1]
scratch b14: bf16[17, 1, 1] @live
inout b15: atomic i32[3]
inout b16: atomic u64[18]
mapped b17: f16[18]
mapped b18: f16[18]
mapped b19: atomic u64[len(b0)] @cache(streaming)
shared b20: u32[6]
shared b21: i32[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and(p_u64)
let v1 = grid_scan_and(fixed_i64[me & 7])
let v2 = grid_scan_or(((fixed_bool[me & 7] || fixed_bool[33u32 % 9]) | (31u32 % 3 != 2)))
let v3 = atomic_and(b16[me], v0, release)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, 1192049035u32 % 7)
wait()
let v4 = grid_scan_min((v2 ? ceil_div((clock() & 0), v3) : v3))
let v5 = ((p_bool ? bytes[me + 0] : b10[4294967294u32 % 5]) + grid_iscan_xor(wid.y))
if bool(v2) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4 >> 32) + u32(v5)
