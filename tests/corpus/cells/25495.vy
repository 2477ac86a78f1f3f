// Program 25495 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25495
program conform_25495
workgroup 8, 4, 1
grid 22, 8, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 9
param p_u64: u64 = 29
param p_i64: i64 = -23
param p_f32: f32 = 3.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[len(b0)] @cache(random)
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[10]
uniform fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[6]
in fixed_f32: f32[7] @align(1)
in fixed_f64: f64[10]
uniform b10: i16[6, 3]
inout b11: u8[193]
persistent o12_193: f32[, 1]
persistent b13: atomic u64[1] @align(4)
out b14: atomic u64[192]
shared b15: u32[32]
shared b16: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(fixed_i64[me & 7])
let v1 = workgroup_iscan_add(b11[me])
let v2 = workgroup_iscan_add(b10[me & 1, 1])
let v3 = atomic_compare_exchange(b14[me], 31u64, u64_at(bytes, p_u32 % 41), release)
var a4: u32[5]
a4[2] = v1
let v5, v6 = f2(TABLE, SUM % 14)
f3(b1[me..me + 1], ceil_div(3u32, min(v6, fixed_u32[me & 7])))
let v7 = ((fixed_f64[me & 3] / 1.0f64) + workgroup_broadcast(fixed_f64[me & 1], workgroups.y % 33) * workgroup_add((fixed_f64[u32(unbits(0x8000000000000000u64)) % 11] / fixed_f64[me & 7])))
region "r8" {
region "r9" {
a4[(true ? v1 : b0[me + 0]) % 5] += ((p_bool | fixed_bool[u32(p_bool) % 9]) ? grid_xor(((len(b0) / v5) & 128u32)) : min(wid.y, b0[me + 0]))
}
}
var w10 = 0
while w10 < 5 && ((fixed_bool[me & 1] ? fixed_f32[me & 7] : fixed_f32[bits(16777217.0f32) % 8]) >= fixed_f32[me & 3]) {
w10 += 1
if (v1 == reverse(v1)) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(bits(v7) >> 32)
