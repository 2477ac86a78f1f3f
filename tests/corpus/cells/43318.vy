// Program 43318 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 43318
program conform_43318
workgroup 8, 4, 1
grid 24, 12, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = 6
param p_u64: u64 = 39
param p_i64: i64 = -23
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288] @binding(7)
out b1: u32[288] @range(943, 24) @binding(14)
in bytes: u8[40] @binding(21) @align(1)
in fixed_bool: bool[7] @binding(28) @axis(0)
in fixed_u32: u32[6] @binding(35)
uniform fixed_i32: i32[8] @binding(5)
in fixed_u64: u64[3] @binding(12)
uniform fixed_i64: i64[10] @binding(19)
in fixed_f32: f32[5] @binding(26)
in fixed_f64: f64[10] @binding(33)
in o10_4: i8[, 2] @binding(3)
inout b11: i16[289] @binding(10)
persistent o12_870: f64[, 3] @binding(17)
scratch b13: u64[289, 3] @live @binding(24) @axis(0)
inout b14: atomic u64[3] @binding(31)
inout o15_288: atomic u64[] @binding(1)
shared b16: u32[32] @binding(8)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ctz(((63i32 % 1i32) ^ (y1 / y1)))
if me < len(b13) { b13[me, b0[p_u32 % 289] % 3] -= ((fixed_f32[b0[p_u32 % 289] % 6] == fixed_f32[(x0 - x0) % 6]) ? mulhi(33u64, b13[me, clamp(p_u32, b0[90], p_u32) % 3]) : rotr(b13[me, 1], 32u64)) }
b13[me, 0u32 % 3] = 802571797u64
return u32(max(2147483647u32, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_max(fixed_i64[31u32 % 11])
let v4 = grid_iscan_and((o10_4[p_u32 % 3, 1] == (fixed_i32[b0[109] % 9] - fixed_i32[me + 2])))
let v5 = grid_iscan_and(p_u32)
let v6 = atomic_add(o15_288[me], 18446744073709551615u64, relaxed)
let v7 = (fixed_bool[bytes[p_u32 % 41] % 8] ? workgroup_scan_max(i32(v4)) : workgroup_add(i32(-2147483647)))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
