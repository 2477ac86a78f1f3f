// Program 1855 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1855
program conform_1855
workgroup 64, 1, 1
grid 257, 1, 1
param p_bool: bool = false
param p_u32: u32 = 3
param p_i32: i32 = 1
param p_u64: u64 = 8
param p_i64: i64 = -12
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[320]
out b1: u32[320]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[7]
uniform fixed_u32: u32[6]
in fixed_i32: i32[6] @axis(0)
uniform fixed_u64: u64[9]
in fixed_i64: i64[3]
in fixed_f32: f32[4]
in fixed_f64: f64[5]
uniform b10: u8[3, 2]
out b11: u64[321, 1] @range(2524, 23)
out b12: bool[322, 3]
out b13: atomic i32[3] @range(6, 3) @align(16)
out b14: atomic u64[320]
shared b15: u32[64]
shared b16: u64[64]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[5]
out relayed: u32[5]
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_add(fixed_i64[me & 3])
let v1 = workgroup_add(fixed_f32[p_u32 % 5])
let v2 = workgroup_add(p_f64)
let v3 = atomic_exchange(b14[me], 1778656443u64, acquire, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = bytes[me & 3]
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a4: bool[3]
a4[1] = true
let v5, v6 = f2(fixed_bool[(false ? 2u32 : 31u32) % 6..(bytes[me & 1] | 5u32) % 14], 4294967294u32 % 14)
f3(b1[me..me + 1], (u32(fixed_i32[v0 % 7]) % mulhi(fixed_u32[me & 7], gid.x)))
atomic_store(b14[me], ceil_div((v3 >> fixed_u64[me & 3]), rotr(fixed_u64[me & 1], v3)))
atomic_add(b13[(128u32 & v6) % 4], min(fixed_i32[me & 3], (fixed_i32[(-1i32) % 7] & fixed_i32[v0 % 7])))
var v7 = v0
v7 = workgroup_scan_min(9223372036854775807i64)
block l8 {
for k9 in -2..0 {
}
if ((b10[p_u64 % 4, 1] & bytes[fixed_u64[3] % 41]) % 3 >= 1) {
leave l8
}
if fixed_bool[33u32 % 8] {
leave l8
}
if ((v7 % p_i64) != i64(fixed_i32[me & 7])) {
leave l8
}
if me % 2 != 0 {
leave l8
}
if fixed_bool[u64_at(bytes, 2) % 8] {
leave l8
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(bits(v1)) + u32(bits(v2)) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7)
