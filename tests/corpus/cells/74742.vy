// Program 74742 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 74742
program conform_74742
workgroup 2, 3, 1
grid 8, 9, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 5
param p_u64: u64 = 11
param p_i64: i64 = -12
param p_f32: f32 = 7.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72]
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[4]
in fixed_i32: i32[7] @align(4)
in fixed_u64: u64[8]
in fixed_i64: i64[11]
in fixed_f32: f32[10]
in fixed_f64: f64[4]
in b10: f16[4, 2]
out b11: bool[72]
scratch b12: u8[72, 3] @live
scratch b13: i8[73] @live
out b14: u64[71] @range(104, 433) @align(256)
scratch b15: atomic u32[3] @live
inout o16_72: atomic u32[]
shared b17: u32[6]
shared b18: bool[6]
shared b19: atomic u32[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_load(fixed_i32[255u32 % 8])
let v1 = workgroup_load(fixed_u64[1677011828u32 % 9])
let v2 = workgroup_load(fixed_i64[fixed_i32[p_u32 % 8] % 12])
let v3 = atomic_compare_exchange(o16_72[me], 256u32, 256u32)
barrier workgroup
async_copy(b18, 0, fixed_bool, u32(v2) % 5, 0)
barrier grid
wait()
let v4 = (fixed_bool[u32(false) % 5] ? workgroup_add((false ? clamp(v0, v0, p_i32) : (b13[me] * fixed_i32[me & 1]))) : workgroup_scan_and((fixed_bool[v1 % 5] ? v0 : v0)))
let v5 = grid_all(b18[here])
if ((true || fixed_bool[i64(grid_size.y) % 5]) || grid_iscan_or(v5)) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4) + u32(v5)
