// Program 2826 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2826
program conform_2826
workgroup 256, 1, 1
grid 1025, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = 9
param p_u64: u64 = 33
param p_i64: i64 = -31
param p_f32: f32 = 6.25
param p_f64: f64 = -0.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1280]
out b1: u32[1280]
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[10]
uniform fixed_u64: u64[6]
in fixed_i64: i64[3]
in fixed_f32: f32[5]
in fixed_f64: f64[7]
in o10_18: u16[, 2]
scratch b11: f32[1281]
persistent b12: f32[1280, 1, 2]
inout b13: u16[1281]
persistent b14: f32[1279]
inout b15: atomic i32[2]
inout o16_1280: atomic i64[]
shared b17: u32[256]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_xor(o16_1280[me])
let v1 = workgroup_scan_add((~128u32))
let v2 = workgroup_scan_add(fixed_i32[i64(3.0f32) % 11])
atomic_store(o16_1280[me], i64((v1 >> fixed_u64[me & 7])))
b15[v1 % 3] += ((v2 ^ i32(workgroup_size.x)) | i32(fixed_bool[rotr(108434707u32, 5u64) % 7]))
let v3 = workgroup_load(fixed_i32[fixed_u32[p_u32 % 10] % 11])
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3)
