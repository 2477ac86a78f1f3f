// Program 2627 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2627
program conform_2627
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = 0
param p_u64: u64 = 17
param p_i64: i64 = -25
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31] @binding(7)
out b1: u32[31] @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[7] @binding(28)
uniform fixed_u32: u32[5] @binding(35)
in fixed_i32: i32[7] @binding(5)
uniform fixed_u64: u64[9] @binding(12)
in fixed_i64: i64[3] @binding(19) @axis(0)
in fixed_f32: f32[8] @binding(26)
in fixed_f64: f64[5] @binding(33) @axis(0)
in b10: i8[9, 1] @binding(3)
inout b11: i32[32] @binding(10) @align(8) @cache(temporal)
persistent o12_30: f64[, 1] @binding(17)
inout o13_32: i32[] @binding(24)
out b14: i32[32, 1] @binding(31)
out b15: atomic u64[3] @binding(1)
inout b16: atomic i64[31] @binding(8) @axis(0)
shared b17: u32[31] @binding(15)
shared b18: u32[31] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[124] @count(found) @binding(39)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_or((fixed_u64[63i64 % 10] >> i32(-2147483648)))
let v1 = workgroup_scan_or(atomic_sub(b16[me], p_i64))
let v2 = workgroup_scan_xor((fixed_bool[127u32 % 8] ? fixed_bool[me + 0] : fixed_bool[me + 2]))
let v3 = atomic_load(b16[me], acquire, device)
let v4 = workgroup_and(v1)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
