// Program 10 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10
program conform_10
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -4
param p_u64: u64 = 13
param p_i64: i64 = -17
param p_f32: f32 = 6.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @cache(streaming)
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[11]
uniform fixed_i32: i32[6]
in fixed_u64: u64[10]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[10]
uniform b10: u8[8, 1]
inout b11: u8[33, 1]
out b12: f64[34, 1] @cache(temporal)
scratch b13: atomic u32[2]
scratch b14: atomic u64[33] @live
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[132] @count(found)
var v0 = abs((bool(fixed_bool[b10[p_u32 % 9, 0] % 11]) ? fixed_f64[2u64 % 11] : p_f64))
v0 = v0
if false {
v0 += fma((--1.5f64), fma(fixed_f64[u32_at(bytes, 29) % 11], v0, v0), f64(fixed_u64[(fixed_i64[p_u32 % 11] % p_i64) % 11]))
}
barrier grid
each i in 0..33 {
b1[i] = b1[i] * 3 + u32(v0)
}
