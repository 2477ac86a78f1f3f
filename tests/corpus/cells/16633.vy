// Program 16633 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16633
program conform_16633 service
workgroup 8, 4, 1
grid 32, 8, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -16
param p_u64: u64 = 10
param p_i64: i64 = -3
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256] @range(173, 254)
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[4]
uniform fixed_u64: u64[4] @align(1) @cache(temporal)
in fixed_i64: i64[10]
in fixed_f32: f32[7]
in fixed_f64: f64[3]
uniform b10: u16[1, 1]
persistent b11: f64[258, 1]
out b12: i16[256]
persistent b13: atomic i32[4]
inout b14: atomic u64[256]
mapped b15: f64[255]
mapped b16: i16[256] @cache(random)
mapped b17: atomic i32[256]
shared b18: u32[32]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_and(b16[me])
let v1 = workgroup_scan_and((atomic_sub(b14[me], p_u64, relaxed, workgroup) | u64_at(bytes, 64u32 % 41)))
let v2 = workgroup_scan_and((fixed_i64[p_i32 % 11] - p_i64))
let v3 = atomic_sub(b14[me], 3u64, acq_rel, workgroup)
var v4 = max((~p_i32), min(clz(0i32), (fixed_bool[2u32 % 11] ? fixed_i32[(p_bool ? b0[130] : 2147483647u32) % 5] : fixed_i32[p_u32 % 5])))
v4 %= ((fixed_bool[31u32 % 11] || fixed_bool[1871172472u32 % 11]) ? workgroup_and((p_bool ? 128i32 : 64i32)) : workgroup_min(v4))
var v5 = grid_and(popcount(b1[me]))
v5 = v5
let v6 = grid_broadcast((~fixed_i64[me + 0]), 893976530u32 % 257)
let v7 = i32(rotl(v6, 4294967296i64))
each i in 0i64..256 {
}
fixpoint k10 in 1..3 {
b13[b10[p_u32 % 2, 0] % 5] -= (popcount(v4) / (v4 - 32i32))
if k10 < 3 && false { again }
}
fixpoint k12 in 2..4 {
barrier grid
block l13 {
if ((k12 % 3 >= 2) && (k12 % 3 < 2)) {
let v14 = ((v0 ^ v4) + grid_scan_and(p_i32) * grid_scan_and(i32(k12)))
}
if ((TABLE[u32(v7) % 10] % 3 < 2) && bool(k12)) {
leave l13
}
if fixed_bool[TABLE[p_u32 % 10] % 11] {
leave l13
}
if ((b0[k12 % 257] % 3 != 1) ^ bool(fixed_f32[ctz(fixed_i64[p_u32 % 11]) % 8])) {
leave l13
}
}
if k12 < 5 && (bool(v4) | fixed_bool[k12 % 11]) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
