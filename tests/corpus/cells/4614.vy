// Program 4614 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4614
program conform_4614
workgroup 32, 1, 1
grid 32, 1, 1
param p_bool: bool = true
param p_u32: u32 = 5
param p_i32: i32 = -7
param p_u64: u64 = 0
param p_i64: i64 = -34
param p_f32: f32 = 4.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[9]
in fixed_i32: i32[8] @align(16)
in fixed_u64: u64[4] @axis(0)
in fixed_i64: i64[10]
in fixed_f32: f32[5]
in fixed_f64: f64[10]
in b10: u16[4, 3]
out b11: u16[32, 1]
out b12: f32[33] @range(116, 13)
persistent b13: i32[33, 2]
persistent b14: atomic u32[3]
inout b15: atomic u32[32]
shared b16: u32[32]
shared b17: f32[32]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = fixed_i64[p_u32 % 11]
v2 += v2
v2 = rotl(v2, clz(u32_at(bytes, TABLE[p_u32 % 10] % 41)))
v2 += ctz(i64(x0))
return u32_at(bytes, b0[8] % 41)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_min((fixed_bool[128u32 % 6] ? fixed_i64[63u32 % 11] : fixed_i64[fixed_u32[p_u32 % 10] % 11]))
let v4 = workgroup_scan_max(b16[here])
let v5 = workgroup_scan_max(b13[me, 1])
let v6 = atomic_min(b15[me], v4, relaxed, system)
atomic_add(b14[u32(2u32) % 4], mulhi((fixed_u32[reverse(v4) % 10] & bytes[u32_at(bytes, p_u32 % 41) % 41]), u32(v3)), relaxed)
b11[me, 0] += clamp(u32(fixed_f32[lane % 6]), min(fixed_u32[31u64 % 10], v6), clamp(v6, v6, b16[here]))
region "r7" {
var w8 = 0
while w8 < 4 && (trunc(fixed_f32[p_u32 % 6]) == f32(fixed_i64[u32(false) % 11])) {
w8 += 1
for k9 in (fixed_bool[128u64 % 6] ? fixed_u64[348985463u32 % 5] : fixed_u64[4294967294u32 % 5]) % 3..reverse(u64_at(bytes, u32(fixed_i64[p_u32 % 11]) % 41)) % 6 {
for k10 in 9223372036854775807i64 - i64(2147483647u32 % 6)..9223372036854775807i64 {
b12[me] += (ceil(0.1f32) + f32(v5))
var v11 = (sqrt(p_f32) < p_f32)
v11 = ((abs(v4) % 5 != 2) ? ((~v4) % 3 < 2) : ((fixed_bool[v4 % 6] ? k10 : p_i64) > (k10 * fixed_i64[v6 % 11])))
if ((p_u32 % 5 != 1) ? (!fixed_bool[p_u32 % 6]) : bool(p_u64)) { continue }
}
if bool(u64(k9)) { continue }
}
if fixed_bool[4294967294u32 % 6] { continue }
}
}
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
b1[me] += 4294967294u32
var v13 = v6
v13 += (fixed_bool[me + 2] ? abs(v6) : reverse(v6))
if fixed_bool[(false ? v6 : v4) % 6] { break }
}
if fixed_bool[popcount(3u32) % 6] {
if ((p_bool || fixed_bool[me + 0]) ? fixed_bool[(u64_at(bytes, 35) * 4294967295u64) % 6] : (1.0f64 != fixed_f64[b10[p_u32 % 5, 1] % 11])) {
var w14 = 0
while w14 < 3 && bool(abs(u64_at(bytes, v4 % 41))) {
w14 += 1
b14[v6 % 4] += b11[me, 0]
if ((p_bool || fixed_bool[me + 2]) && (fixed_bool[me + 0] && fixed_bool[b10[0, 1] % 6])) { break }
}
} else {
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
