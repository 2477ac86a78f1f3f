// Program 977 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 977
program conform_977
workgroup 8, 4, 1
grid 64, 1, 1
param p_bool: bool = true
param p_u32: u32 = 8
param p_i32: i32 = -7
param p_u64: u64 = 30
param p_i64: i64 = -28
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[10]
in fixed_u32: u32[8]
in fixed_i32: i32[8] @align(256)
in fixed_u64: u64[9]
in fixed_i64: i64[3]
uniform fixed_f32: f32[5]
in fixed_f64: f64[4]
in b10: u16[9]
out b11: u8[256, 3]
persistent b12: i16[257, 1] @cache(random)
inout b13: u16[257]
inout b14: atomic u64[1]
out b15: atomic i32[256]
shared b16: u32[32]
shared b17: i32[32] @align(256)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = popcount((y1 & y1))
v2 += i32(fma(fixed_f32[x0 % 6], fixed_f32[128i64 % 6], fixed_f32[x0 % 6]))
v2 = y1
v2 = reverse(i32(fixed_f32[b10[1] % 6]))
return u32(fixed_i64[y1 % 4])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_and(abs(p_i32))
let v4 = workgroup_scan_and((p_u64 | fixed_u64[me + 2]))
let v5 = workgroup_scan_and(min(fixed_i64[1811396561u32 % 4], p_i64))
let v6 = atomic_load(b15[me], relaxed, device)
let v7 = (p_f32 < p_f32)
b11[me, 1] = (fixed_bool[(false ? 33u32 : 2147483648u32) % 11] ? grid_iscan_or(fixed_u32[me + 0]) : (p_u32 - b10[bytes[35] % 10]))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
