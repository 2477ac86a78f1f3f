// Program 38550 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 38550
program conform_38550
workgroup 64, 1, 1
grid 84, 1, 1
param p_bool: bool = false
param p_u32: u32 = 23
param p_i32: i32 = 2
param p_u64: u64 = 11
param p_i64: i64 = -30
param p_f32: f32 = 1.25
param p_f64: f64 = -6.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[4]
uniform fixed_i32: i32[6]
in fixed_u64: u64[6]
in fixed_i64: i64[5]
in fixed_f32: f32[3]
in fixed_f64: f64[8]
uniform b10: u8[9, 1]
out b11: u8[128, 3, 1] @cache(streaming)
out b12: f32[127]
scratch b13: f64[129] @live
persistent b14: i16[128, 3]
scratch b15: atomic i64[3] @live
inout b16: atomic u64[128]
shared b17: u32[64]
shared b18: i64[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(i32(workgroups.z))
let v1 = workgroup_iscan_xor(clz(fixed_u64[1457305472u32 % 7]))
let v2 = workgroup_iscan_xor(min(b18[here], b18[here]))
let v3 = atomic_max(b16[me], p_u64)
var a4: u32[5]
a4[2] = 7u32
let v5, v6 = f2(fixed_u32[256u32 % 6..wid.y % 14], clamp(p_u32, 7u32, p_u32) % 14)
f3(b1[me..me + 1], p_u32)
a4[(v5 | TABLE[1]) % 5] = (max(b10[b10[me & 7, 0] % 10, 0], len(b10, 1)) / (2132407930u32 + 2147483647u32))
b11[me, (~fixed_u32[me & 7]) % 3, 0] = u32(floor(fixed_f64[me & 7]))
let v7 = ((fixed_u64[me & 3] + u64_at(bytes, p_u32 % 41)) + grid_scan_add((min(9223372036854775808u64, 32u64) * (83387368u64 - v1))))
if me <= len(b14) { b14[me, 1] = i32(trunc(fixed_f32[me & 7])) }
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7 >> 32)
