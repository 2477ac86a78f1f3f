// Program 48095 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 48095
program conform_48095
workgroup 32, 1, 1
param p_grid: u32 = 63
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 15
param p_u64: u64 = 14
param p_i64: i64 = -3
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @range(122, 109) @cache(random)
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[11] @axis(0)
uniform fixed_i32: i32[9]
in fixed_u64: u64[9]
in fixed_i64: i64[5]
in fixed_f32: f32[6]
in fixed_f64: f64[9]
in o10_15: i16[, 3]
out b11: bool[len(b0)]
inout b12: i32[63]
scratch b13: i16[65] @align(64) @cache(random)
persistent b14: atomic u64[4]
out b15: atomic i32[len(b0)]
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(fixed_u64[i32(p_i32) % 10])
let v1 = workgroup_iscan_xor(((fixed_bool[me + 2] ? b11[me] : b11[me]) ? (fixed_i64[703900458u32 % 6] >> bytes[(fixed_bool[1] ? bytes[p_u32 % 41] : 127u32) % 41]) : fixed_i64[7u32 % 6]))
let v2 = workgroup_any(false)
let v3 = atomic_or(b15[me], i32(-2147483648), acquire, device)
var a4: bool[4]
a4[(5u32 >> v1) % 4] = ((p_bool | v2) ^ (b11[me] ? v2 : a4[7u32 % 5]))
let v5 = a4[u32_at(bytes, 26) % 4]
let v6 = grid_or(u32(p_f32))
let v7 = workgroup_scan_min(mulhi(u64_at(bytes, 4294967294u32 % 41), v0))
var w8 = 4
while w8 > 0 {
w8 -= 1
var w9 = 0
loop {
w9 += 1
if w9 > 2 { break }
region "r10" {
var v11 = grid_load(fixed_f64[p_u32 % 10])
v11 += unbits((v2 ? 1482346389u64 : fixed_u64[b0[42] % 10]))
}
let v12 = (bool(p_f32) ? grid_min(v1) : ctz(v1))
if (bool(fixed_f64[256i32 % 10]) || v2) && wid.x % 2 == 0 { return }
barrier workgroup
a4[u32(v1) % 4] = (bool(fixed_i64[128u32 % 6]) ? workgroup_scan_or(v2) : workgroup_iscan_xor(a4[v6 % 5]))
if (ceil_div(fixed_u32[127u32 % 12], b0[p_u32 % 65]) % 2 < 1) {
let v13 = grid_load(fixed_f64[127u64 % 10])
barrier workgroup
break
}
barrier grid
}
barrier grid
let v14 = ((fixed_u32[(64u32 * p_u32) % 12] < b0[(false ? b0[56] : u32_at(bytes, p_u32 % 41)) % 65]) ? grid_broadcast(fixed_f32[me + 1], rotr(7u32, p_u64) % 65) : grid_max(f32(f32(v6))))
if fixed_bool[(-2147483648u32) % 7] {
barrier workgroup
continue
}
barrier workgroup
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
