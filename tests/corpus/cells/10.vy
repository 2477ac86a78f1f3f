// Program 10 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10
program conform_10
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = 12
param p_u64: u64 = 3
param p_i64: i64 = -39
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @binding(7)
out b1: u32[256] @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[10] @binding(28)
in fixed_u32: u32[10] @binding(35)
in fixed_i32: i32[3] @binding(5)
in fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[10] @binding(19)
uniform fixed_f32: f32[4] @binding(26)
in fixed_f64: f64[4] @binding(33) @cache(streaming)
uniform o10_7: u16[, 1] @binding(3)
scratch b11: i32[257, 1] @binding(10)
scratch b12: i16[257] @binding(17)
out b13: atomic i32[1] @range(0, 4) @binding(24)
scratch b14: atomic i32[len(b0)] @binding(31)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[16384] @count(found) @binding(39)
if p_bool {
for k0 in 2147483647u32 % 2..2 + (o10_7[1438630840u32 % 8, b0[p_u32 % 257] % 1] * o10_7[u32(fixed_u64[p_u32 % 11]) % 8, 0]) % 3 step 2 {
if (fixed_bool[p_u32 % 11] ? (true || fixed_bool[o10_7[p_u32 % 8, 0] % 11]) : bool(p_u64)) {
continue
}
if (fixed_bool[p_u32 % 11] ? (k0 % 2 == 1) : (k0 >= p_u32)) {
break
}
}
}
barrier grid
each i in 0..256 {
b1[i] = b1[i] * 3
}
