// Program 15460 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15460
program conform_15460
workgroup 64, 1, 1
grid 102, 1, 1
param p_bool: bool = false
param p_u32: u32 = 3
param p_i32: i32 = -1
param p_u64: u64 = 32
param p_i64: i64 = -31
param p_f32: f32 = 0.25
param p_f64: f64 = -0.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[5]
uniform fixed_u64: u64[10]
in fixed_i64: i64[8]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[4]
in b10: u8[7, 3]
persistent b11: f64[127]
inout b12: u32[127] @cache(random)
persistent b13: atomic i32[3]
scratch b14: atomic i64[128] @live
shared b15: u32[64]
shared b16: f64[64]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_xor(fixed_i32[me + 1])
let v1 = workgroup_xor(reverse(fixed_u64[me + 0]))
let v2 = workgroup_xor(fixed_i64[me + 1])
let v3 = atomic_min(b14[me], fixed_i64[me + 0])
let v4 = (i32(p_i64) + grid_add(v0))
if (b0[p_u32 % 129] % 4 != 2) {
let v5 = workgroup_add(fixed_i32[me + 1])
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
