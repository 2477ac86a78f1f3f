// Program 20514 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 20514
program conform_20514
workgroup 2, 3, 1
grid 6, 9, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = -12
param p_u64: u64 = 29
param p_i64: i64 = -27
param p_f32: f32 = 6.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[54]
out b1: u32[54]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[6] @align(16)
in fixed_i32: i32[5]
in fixed_u64: u64[8]
in fixed_i64: i64[11]
uniform fixed_f32: f32[7]
in fixed_f64: f64[7]
uniform b10: i16[8, 3] @align(256)
scratch b11: i16[54] @live
inout b12: u32[54]
scratch b13: i32[54, 2]
inout b14: i16[56]
out b15: atomic u64[2] @range(10, 0)
out b16: atomic i64[54]
shared b17: u32[6]
shared b18: i8[6] @align(1)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or(((fixed_bool[p_u32 % 5] ? b12[me] : b12[me]) * min(b12[me], p_u32)))
let v1 = grid_scan_or(b10[(v0 * v0) % 9, 1])
let v2 = grid_scan_or(fixed_u64[(v0 << v0) % 9])
atomic_store(b16[me], fixed_i64[b1[me] % 12])
b15[b17[here] % 3] -= (u64(4294967296u64) << v2)
b1[me] += ((fixed_bool[255u32 % 5] ? true : p_bool) ? grid_iscan_and(p_u32) : (fixed_bool[(b17[here] >> u64_at(bytes, p_u32 % 41)) % 5] ? v0 : v0))
let v3 = (clamp(fixed_f32[(1261035884u32 | 32u32) % 8], p_f32, fixed_f32[242418770u32 % 8]) + grid_min(ceil(fixed_f32[me + 1])))
if false {
if me < len(b0) { b1[me] += ceil_div((~b12[me]), clamp(v0, v0, u32_at(bytes, u32(unbits(0x8000000000000000u64)) % 41))) }
b11[me] += (bool(fixed_f32[bytes[p_u32 % 41] % 8]) ? (clamp(v1, v1, 7i32) * i32(fixed_i64[63u32 % 12])) : ((v1 % 127i32) >> ctz(atomic_exchange(b16[me], (-1i64), release, device))))
b15[(b17[here] / b12[me]) % 3] += ((fixed_u64[me + 1] | v2) % (u64_at(bytes, v0 % 41) | fixed_u64[me + 2]))
b11[me] += i32(round(v3))
} else {
block l4 {
for k5 in (127u32 ^ b12[me]) % 3..u32(atomic_load(b16[me], acquire, system)) % 6 {
var v6 = bool((33i64 >= atomic_xor(b16[me], fixed_i64[me + 2])))
v6 = ((v1 > v1) || v6)
v6 = v6
}
block l7 {
let v8 = unbits(min(u64_at(bytes, grid_size.x % 41), v2))
if ((64u32 & 3u32) > bits(p_f32)) {  }
if ((u64_at(bytes, v0 % 41) > 255u64) || (3i32 != 3i32)) {  }
}
if bool(u32(v0)) {  }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
