// Program 187 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 187
program conform_187
workgroup 33, 1, 1
grid 1089, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = -13
param p_u64: u64 = 31
param p_i64: i64 = -10
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1089] @align(256)
out b1: u32[1089]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[8]
in fixed_i32: i32[6]
in fixed_u64: u64[11]
in fixed_i64: i64[5]
in fixed_f32: f32[5]
uniform fixed_f64: f64[5]
in o10_16: u8[, 2]
out b11: u8[len(b0), 1, 3]
scratch b12: bf16[1090, 3]
inout b13: bf16[1089, 1]
scratch b14: bf16[len(b0), 3]
inout b15: atomic i32[3]
persistent b16: atomic u32[1089] @align(64)
shared b17: u32[33]
shared b18: i16[33]
shared b19: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and(b11[me, (~31u32) % 2, 2])
let v1 = grid_scan_and(mulhi((p_i32 - fixed_i32[me & 7]), 1807425606i32))
let v2 = grid_scan_and(fixed_u64[me & 1])
let v3 = atomic_add(b16[me], 7u32)
let v4 = (bool(unbits(0x800000u32)) ? workgroup_scan_xor(fixed_i64[v2 % 6]) : workgroup_iscan_max(min(i64(fixed_i64[me & 1]), rotr(fixed_i64[me & 1], fixed_u64[me & 1]))))
b12[me, reverse(v3) % 3] += (-fixed_f32[u32(unbits(0x7fefffffffffffffu64)) % 6])
barrier workgroup
async_copy(b17, 2, fixed_u32, u32(63i32) % 9, 18)
wait()
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4 >> 32)
