// Program 10 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10
program conform_10
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = -4
param p_u64: u64 = 13
param p_i64: i64 = -17
param p_f32: f32 = 2.25
param p_f64: f64 = -6.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[8]
in fixed_i32: i32[3]
in fixed_u64: u64[8]
in fixed_i64: i64[6]
uniform fixed_f32: f32[7]
in fixed_f64: f64[9]
in b10: u8[2, 1]
scratch b11: i32[33, 1]
scratch b12: i32[34, 1] @align(32)
inout b13: atomic u32[3]
scratch b14: atomic u64[33] @live
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[132] @count(found)
var v0 = abs((bool(fixed_bool[b10[p_u32 % 3, 0] % 4]) ? fixed_f64[2u64 % 10] : p_f64))
v0 = v0
if false {
v0 += fma((-1.0f64), fma(fixed_f64[u32_at(bytes, 29) % 10], v0, v0), f64(fixed_u64[(fixed_i64[p_u32 % 7] % p_i64) % 9]))
}
barrier grid
each i in 0..33 {
b1[i] = b1[i] * 3 + u32(v0)
}
