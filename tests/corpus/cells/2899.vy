// Program 2899 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2899
program conform_2899
workgroup 31, 1, 1
grid 124, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = -9
param p_u64: u64 = 28
param p_i64: i64 = -16
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[124]
out b1: u32[124]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[8]
uniform fixed_u64: u64[7]
uniform fixed_i64: i64[4]
in fixed_f32: f32[10]
uniform fixed_f64: f64[8]
uniform o10_3: u8[]
persistent b11: i8[126, 1]
inout o12_246: f64[, 2]
out b13: u16[124]
scratch b14: atomic i32[2] @live
persistent b15: atomic i64[len(b0)]
shared b16: u32[31]
shared b17: f64[31]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_and(fixed_bool[b16[here] % 12])
let v1 = workgroup_scan_and(p_u32)
let v2 = workgroup_scan_and((fixed_i32[u32_at(bytes, 20) % 9] * fixed_i32[1u32 % 9]))
let v3 = atomic_max(b15[me], 9223372036854775807i64)
block l4 {
barrier workgroup
if wid.x % 2 != 1 {
leave l4
}
barrier workgroup
if subgroup % 3 == 0 {
b11[me, 7u32 % 1] = i32(b17[v1 % 32])
leave l4
}
if subgroup % 4 != 1 {
leave l4
}
}
b11[me, 0] += (rotr((~fixed_i32[me & 3]), fixed_i32[me & 7]) ^ (min(v2, 64i32) % (v0 ? 256i32 : v2)))
let v5 = ((~1i64) + grid_min(v3) * grid_load(fixed_i64[o10_3[0] % 5]))
if (o10_3[me & 1] % 4 >= 2) && me % 7 == 0 { return }
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v5)
