// Program 1285 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1285
program conform_1285
workgroup 8, 4, 1
grid 352, 1, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = -6
param p_u64: u64 = 9
param p_i64: i64 = -28
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1408]
out b1: u32[1408]
in bytes: u8[40]
uniform fixed_bool: bool[11]
uniform fixed_u32: u32[10]
in fixed_i32: i32[3]
in fixed_u64: u64[4]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
uniform fixed_f64: f64[7]
in b10: i8[7]
inout b11: u64[1409]
persistent o12_1407: u16[]
out b13: atomic i64[4]
persistent b14: atomic u64[1408] @cache(temporal)
shared b15: u32[32]
shared b16: u16[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[5632] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(i64(b15[here]))
let v1 = grid_scan_and(fixed_bool[7u32 % 12])
let v2 = grid_scan_and(ceil_div(TABLE[reverse(127u32) % 10], b15[here]))
let v3 = atomic_load(b14[me])
let v4 = ((fixed_f64[(false ? 32u32 : 2u32) % 8] != fixed_f64[(bytes[p_u32 % 41] % 2147483647u32) % 8]) ? grid_add(fixed_i64[u32(256i32) % 11]) : grid_xor((p_i64 | v0)))
block l5 {
barrier grid
if (b0[p_u32 % 1409] % 4 != 1) {
barrier grid
leave l5
}
if ((fixed_bool[u32(64u64) % 12] | fixed_bool[(true ? b0[531] : 4294967295u32) % 12]) ^ (fixed_u32[fixed_u32[1] % 11] > b0[fixed_u32[p_u32 % 11] % 1409])) {
barrier grid
leave l5
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
