// Program 26423 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 26423
program conform_26423
workgroup 16, 3, 1
grid 16, 3, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 18
param p_u64: u64 = 21
param p_i64: i64 = -5
param p_f32: f32 = 7.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48]
out b1: u32[48]
in bytes: u8[40]
in fixed_bool: bool[9] @axis(0)
uniform fixed_u32: u32[11]
in fixed_i32: i32[9]
in fixed_u64: u64[9]
in fixed_i64: i64[3]
in fixed_f32: f32[9]
in fixed_f64: f64[11]
uniform b10: u16[5, 3]
persistent b11: u16[50]
persistent b12: f32[48, 3]
persistent b13: u16[48] @align(128)
persistent b14: i32[49]
out b15: atomic i64[1]
scratch b16: atomic i64[48] @live
shared b17: u32[48]
shared b18: u8[48] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = fixed_bool[x0 % 10]
return u32(p_f64)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_add(max(rotl(fixed_u64[64u32 % 10], fixed_i32[b10[4, 1] % 10]), (-fixed_u64[9223372036854775808u64 % 10])))
let v4 = grid_iscan_add(fixed_i64[p_u32 % 4])
let v5 = grid_iscan_min(clamp(b1[me], (b1[me] & b17[here]), u32(len(b0))))
let v6 = atomic_sub(b16[me], v4, release, system)
for k7 in u32_at(bytes, p_u32 % 41) % 2..1 + (b10[ctz(0u32) % 6, 1] * b0[b0[p_u32 % 49] % 49]) % 3 step 2 {
for k8 in (k7 >> 40864234i64) % 2..1 + rotr(k7, fixed_u64[k7 % 10]) % 3 {
var w9 = 4
while w9 > 0 && (w9 % 3 == 2 || ((fixed_bool[u32(0.0f32) % 10] == p_bool) && grid_any(fixed_bool[v3 % 10]))) {
w9 -= 1
if ((fixed_bool[2147483647u32 % 10] || fixed_bool[u32(unbits(0x7f7fffffu32)) % 10]) ? (fixed_bool[fixed_u64[3] % 10] || fixed_bool[u32_at(bytes, 25) % 10]) : bool(2u32)) {
break
}
b11[me] = (u32(fixed_bool[(false ? 127u32 : bytes[p_u32 % 41]) % 10]) & fixed_u32[(b17[here] / b17[here]) % 12])
block l10 {
if (bool(v4) ? fixed_bool[me + 2] : (atomic_min(b16[me], fixed_i64[me + 2], relaxed) == fixed_i64[33u32 % 4])) {  }
}
let v11 = workgroup_load(fixed_f32[(true ? 1u32 : 3u32) % 10])
each i in 0u64..48 {
b11[i] = p_u32
}
var w13 = 2
while w13 > 0 && (w13 % 3 == 2 || grid_and((fixed_bool[bits(0.0f32) % 10] && fixed_bool[me + 2]))) {
w13 -= 1
barrier grid
if ((163162785u32 % 4 != 2) == (127i32 == fixed_i32[4294967295u32 % 10])) {
barrier grid
continue
}
b11[me] = min(u32(f32(v4)), (~abs(63u32)))
var v14 = (fixed_i32[1u32 % 10] - fixed_i32[me + 0])
v14 += grid_iscan_or(i32((v4 | p_i64)))
if bool(rotl(p_u64, fixed_i64[32u32 % 4])) {
barrier grid
continue
}
barrier grid
}
}
}
if (rotr(k7, b10[b10[p_u32 % 6, 1] % 6, 1]) % 3 == 2) {
continue
}
if (min(TABLE[TABLE[p_u32 % 10] % 10], k7) <= k7) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
