// Program 98141 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 98141
program conform_98141 service
workgroup 64, 1, 1
grid 140, 1, 1
param p_bool: bool = false
param p_u32: u32 = 0
param p_i32: i32 = -4
param p_u64: u64 = 19
param p_i64: i64 = -30
param p_f32: f32 = 7.25
param p_f64: f64 = -3.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192] @range(69, 91)
in bytes: u8[40]
in fixed_bool: bool[4] @axis(0)
in fixed_u32: u32[10] @axis(0)
in fixed_i32: i32[8]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[3]
in fixed_f32: f32[10] @align(64)
uniform fixed_f64: f64[7]
uniform b10: i16[2, 1]
scratch b11: i16[192]
out b12: i64[194] @axis(0)
inout b13: u16[192, 3]
inout b14: i32[192, 2] @axis(0)
scratch b15: i32[192, 3, 1]
out b16: atomic u32[1]
out b17: atomic i32[192]
mapped b18: i32[191] @axis(0)
mapped b19: i64[191]
mapped b20: atomic u32[192]
shared b21: u32[64]
shared b22: i16[64]
shared b23: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[768] @count(found)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_xor(b0[u32_at(bytes, p_u32 % 41) % 193])
let v3 = ((true ^ fixed_bool[2147483648u32 % 5]) ? (p_u64 | p_u64) : (clock() * 0))
for k4 in -2..2 {
var w5 = 4
while w5 > 0 && (w5 % 3 == 2 || grid_and(fixed_bool[me + 0])) {
w5 -= 1
}
if (f64(fixed_u64[31u32 % 4]) < (fixed_f64[(false ? 804661052u32 : b0[16]) % 8] / fixed_f64[max(fixed_i64[p_u32 % 4], 9223372036854775807i64) % 8])) {
break
}
if (fixed_bool[1798892143u32 % 5] ^ bool(p_bool)) {
break
}
}
return (v2 | (p_u32 / x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_scan_and(clamp(i64(fixed_bool[me + 2]), ctz(31i64), (false ? p_i64 : b19[me])))
let v7 = workgroup_scan_or(bool(fixed_f32[me + 2]))
let v8 = workgroup_scan_or(rotr(atomic_load(b20[me]), p_i32))
atomic_store(b17[me], ((p_i32 * fixed_i32[me + 0]) / mulhi(b14[me, clamp(v8, 2147483648u32, v8) % 2], fixed_i32[i64(2u64) % 9])))
var a9: u32[2]
a9[1] = v8
let v10, v11 = f2(a9, u32(v6) % 14)
f3(b1[me..me + 1], clz(max(v8, p_u32)))
barrier workgroup
async_copy(b22, 2, b10, b0[57] % 3, (2147483648u32 << (-1i64)) % 65)
wait()
fence()
var v12 = ((SUM % 5 < 2) ? grid_iscan_xor(u64(fixed_f64[me + 1])) : grid_iscan_add((fixed_u64[me + 0] * p_u64)))
v12 += (max(fixed_u64[b0[p_u32 % 193] % 4], v12) + grid_scan_and(v12))
for k13 in 2147483648u32 % 2..2 + grid_add(u32(i64(fixed_f32[fixed_u64[me + 2] % 11]))) % 3 step 0 {
for k14 in (fixed_u64[TABLE[p_u32 % 10] % 4] / u64_at(bytes, k13 % 41)) % 3..(fixed_u64[k13 % 4] >> fixed_u64[1482004796u64 % 4]) % 6 step (fixed_u64[k13 % 4] | fixed_u64[(p_u32 << 2i64) % 4]) % 3 {
var v15 = f32(clz(p_i64))
if (!bool(v7)) { break }
}
}
let n16 = fixpoint k17 in 1..4 {
atomic_add(b16[v10 % 2], reverse((b13[me, 1] + a9[fixed_u32[2] % 3])))
if k17 < 4 && ((fixed_f64[v10 % 8] != fixed_f64[me + 0]) & (!fixed_bool[a9[p_u32 % 3] % 5])) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(a9[1]) + u32(v10) + u32(v11) + u32(v12) + u32(n16)
