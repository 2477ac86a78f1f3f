// Program 12900 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12900
program conform_12900
workgroup 31, 1, 1
param p_grid: u32 = 991
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = 2
param p_u64: u64 = 3
param p_i64: i64 = -34
param p_f32: f32 = 6.25
param p_f64: f64 = -5.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[992] @binding(7)
out b1: u32[992] @range(448, 215) @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[3] @binding(28)
in fixed_u32: u32[6] @binding(35)
uniform fixed_i32: i32[7] @binding(5) @axis(0)
in fixed_u64: u64[7] @binding(12)
in fixed_i64: i64[3] @binding(19)
in fixed_f32: f32[7] @binding(26)
in fixed_f64: f64[3] @binding(33)
uniform b10: u16[7, 2] @binding(3)
persistent o11_992: i8[] @binding(10)
persistent o12_993: i16[] @binding(17)
out b13: atomic i32[1] @binding(24)
scratch b14: atomic u32[992] @binding(31)
shared b15: u32[31] @binding(1)
shared b16: u16[31] @binding(8)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[3968] @count(found) @binding(39)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_and(fixed_u64[(fixed_bool[0] ? 2u32 : b1[me]) % 8])
let v1 = grid_iscan_and((fixed_i64[ctz(4294967294u32) % 4] * fixed_i64[(1977167888i64 + 128i64) % 4]))
let v2 = grid_iscan_or(bool(f32(3i64)))
let v3 = atomic_compare_exchange(b14[me], 4294967294u32, 33u32)
let v4 = ((b0[(0u32 % 0u32) % 993] % 5 >= 1) ? grid_iscan_and(o11_992[me]) : grid_scan_xor((p_i32 * fixed_i32[u32_at(bytes, 5) % 8])))
var w5 = 3
while w5 > 0 {
w5 -= 1
for k6 in 256u32 % 2..2 + (b0[2147483648u32 % 993] << fixed_u64[u32(33i32) % 8]) % 3 step 2 {
if (!(fixed_bool[k6 % 4] | fixed_bool[fixed_i64[p_u32 % 4] % 4])) {
continue
}
}
if ((TABLE[33i64 % 10] << u64_at(bytes, 2147483647u32 % 41)) % 4 < 2) {
break
}
if fixed_bool[(true ? 33u32 : 4294967295u32) % 4] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
