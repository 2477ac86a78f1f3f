// Program 10 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10
program conform_10
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -4
param p_u64: u64 = 10
param p_i64: i64 = -30
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @binding(7)
out b1: u32[256] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[8] @binding(28)
in fixed_u32: u32[3] @binding(35)
in fixed_i32: i32[8] @binding(5) @align(32)
in fixed_u64: u64[6] @binding(12)
uniform fixed_i64: i64[7] @binding(19)
in fixed_f32: f32[9] @binding(26)
in fixed_f64: f64[4] @binding(33)
uniform b10: i8[2] @binding(3)
inout o11_510: u8[, 2] @binding(10)
out b12: f32[256] @binding(17)
inout b13: i32[258, 1] @binding(24)
out b14: i64[257, 3] @range(513, 922) @binding(31)
inout b15: atomic u32[4] @binding(1)
persistent b16: atomic i32[len(b0)] @binding(8) @axis(0)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[1024] @count(found) @binding(39)
let v0 = u32((b0[u32(fixed_u64[p_u32 % 7]) % 257] > fixed_u32[len(bytes) % 4]))
let n1 = fixpoint k2 in 1..2 {
region "r3" {
}
each z4 in 0..3 {
if k2 < 3 && fixed_bool[SUM % 9] { again }
}
}
barrier grid
each i in 0..256 {
b1[i] = b1[i] * 3 + u32(v0) + u32(n1)
}
