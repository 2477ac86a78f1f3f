// Program 2941 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2941
program conform_2941
workgroup 5, 1, 1
grid 14, 1, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = -19
param p_u64: u64 = 22
param p_i64: i64 = -2
param p_f32: f32 = 3.25
param p_f64: f64 = -6.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[15] @range(0, 39)
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[9]
in fixed_i32: i32[10] @axis(0)
in fixed_u64: u64[10] @align(16) @cache(random)
in fixed_i64: i64[5]
in fixed_f32: f32[10] @align(64)
in fixed_f64: f64[10]
in b10: u8[7, 2]
persistent b11: u8[16, 2]
scratch b12: u64[16] @live
out b13: i16[15]
persistent b14: i16[15, 1]
persistent b15: atomic u64[2]
out b16: atomic i32[15]
shared b17: u32[5] @align(64)
shared b18: u8[5]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = bool(fixed_bool[popcount(64i64) % 5])
return u32_at(bytes, b10[0, 1] % 41)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_max(b17[here])
let v4 = grid_iscan_max(b13[me])
let v5 = grid_iscan_max(u64(31u64))
let v6 = atomic_xor(b16[me], v4, acquire, system)
let v7 = ((255u64 >> p_i32) + grid_broadcast(v5, 4294967294u32 % 16))
if bool(ctz(fixed_i64[1i64 % 6])) {
let v8 = grid_iscan_or(v3)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
