// Program 1023 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1023
program conform_1023
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = 2
param p_u64: u64 = 20
param p_i64: i64 = -14
param p_f32: f32 = 6.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @range(102, 1)
in bytes: u8[40] @align(1)
in fixed_bool: bool[5]
uniform fixed_u32: u32[10] @axis(0)
uniform fixed_i32: i32[3]
in fixed_u64: u64[7]
uniform fixed_i64: i64[8]
in fixed_f32: f32[7]
uniform fixed_f64: f64[11]
in b10: u16[2]
out b11: u64[33, 3]
scratch b12: u8[33, 3] @align(32)
out b13: atomic u64[4] @cache(temporal)
scratch b14: atomic i64[33] @live
shared b15: u32[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_xor(fixed_bool[(SUM / b1[me]) % 6])
let v1 = grid_iscan_xor(1594002106u32)
let v2 = grid_iscan_xor((fixed_i32[me + 2] ^ fixed_i32[me + 1]))
let v3 = atomic_add(b14[me], 32i64, release, workgroup)
let v4 = grid_iscan_add((i64(fixed_f32[i32(v1) % 8]) ^ ctz(p_i64)))
let v5 = workgroup_iscan_add(u64(fixed_i64[me + 1]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
