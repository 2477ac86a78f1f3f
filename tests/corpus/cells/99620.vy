// Program 99620 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 99620
program conform_99620
workgroup 4, 4, 3
grid 20, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 12
param p_u64: u64 = 19
param p_i64: i64 = -3
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[240]
out b1: u32[240] @cache(random)
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[9]
in fixed_i32: i32[6]
in fixed_u64: u64[8]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[4]
in fixed_f64: f64[7]
uniform b10: u8[4] @axis(0)
inout b11: i64[242]
inout b12: f32[240] @axis(0)
inout b13: atomic u32[4]
inout b14: atomic i64[240]
shared b15: u32[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(fixed_i32[b11[me] % 7])
let v1 = grid_scan_xor(fixed_u64[me + 1])
let v2 = grid_scan_xor(b11[me])
let v3 = atomic_xor(b14[me], fixed_i64[me + 1], acq_rel)
block l4 {
b11[me] = (fixed_bool[me + 0] ? rotl(atomic_load(b14[me]), fixed_u64[clamp(b15[here], 128u32, p_u32) % 9]) : p_i64)
if bool((fixed_bool[0u32 % 11] && fixed_bool[2147483647u32 % 11])) {
b15[here] = (bool(b10[2147483647u32 % 5]) ? grid_iscan_and((p_u32 & b15[here])) : reverse(b15[here]))
leave l4
}
if (bool(p_u32) || true) {
var w5 = 2
while w5 > 0 && (w5 % 3 == 2 || grid_or((fixed_f64[me + 2] < fixed_f64[2147483648u32 % 8]))) {
w5 -= 1
b11[me] += rotr(clamp(fixed_i64[1620854759u32 % 5], p_i64, v2), fixed_i64[(p_u32 ^ len(b1)) % 5])
var w6 = 0
loop {
w6 += 1
if w6 > 4 { break }
var a7: u64[3]
a7[u32(i64(-9223372036854775808)) % 3] += p_u64
let v8 = a7[(4294967294u32 * 128u32) % 3]
b11[me] = i64((p_bool ? fixed_bool[32u32 % 11] : fixed_bool[31u32 % 11]))
if ((bytes[3u32 % 41] % 2 >= 1) && (fixed_bool[p_u64 % 11] ? fixed_bool[v0 % 11] : fixed_bool[rotl(lane, v0) % 11])) { continue }
for k9 in 9223372036854775807i64 - i64(3u32 % 6)..9223372036854775807i64 {
if (floor(fixed_f64[me + 2]) != p_f64) { continue }
}
if fixed_bool[3u32 % 11] { break }
}
let v10 = grid_min(TABLE[u32(0.1f32) % 10])
if bool(b10[b10[0] % 5]) {
break
}
b1[me] *= reverse(clamp(u32(v0), abs(bytes[v1 % 41]), popcount(TABLE[(false ? 32u32 : 2147483647u32) % 10])))
b1[me] = (bool(fixed_u64[64u32 % 9]) ? grid_scan_xor(u32_at(bytes, ceil_div(b10[p_u32 % 5], 256u32) % 41)) : (-0u32))
if bool(fixed_f64[rotr(i64(-9223372036854775808), 256i64) % 8]) {
continue
}
if (u32_at(bytes, b1[me] % 41) % 3 < 2) {
}
if ((!fixed_bool[rotl(p_u32, 63i64) % 11]) & (fixed_bool[1055216393u32 % 11] ? fixed_bool[1628616992u32 % 11] : p_bool)) {
leave l4
}
}
leave l4
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
