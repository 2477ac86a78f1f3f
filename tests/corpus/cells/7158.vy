// Program 7158 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7158
program conform_7158
workgroup 64, 1, 1
grid 134, 1, 1
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = -2
param p_u64: u64 = 33
param p_i64: i64 = -16
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[6]
in fixed_u32: u32[4]
in fixed_i32: i32[10]
in fixed_u64: u64[5]
in fixed_i64: i64[10]
in fixed_f32: f32[7] @axis(0)
uniform fixed_f64: f64[10]
in o10_2: i16[, 1]
inout b11: i16[193, 1, 2]
out b12: i16[192, 2, 3]
out b13: atomic i32[4]
inout b14: atomic i32[192] @axis(0)
shared b15: u32[64]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[3]
out relayed: u32[3]
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_or(fixed_bool[me & 3])
let v1 = workgroup_scan_or(u32(fixed_f32[(33u64 % 128u64) % 8]))
let v2 = workgroup_scan_or(1950594408i32)
let v3 = atomic_compare_exchange(b14[me], p_i32, v2, relaxed, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = rotr((v1 + v1), (fixed_u64[fixed_u32[1] % 6] - fixed_u64[o10_2[p_u32 % 3, 0] % 6]))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a4: i64[5]
a4[2] = fixed_i64[me & 3]
let v5, v6 = f2(fixed_i64, v1 % 14)
f3(b1[me..me + 2], fixed_u32[me & 3])
atomic_add(b13[v6 % 5], ((v2 << b0[me + 1]) % v3))
var w7 = 3
while w7 > 0 && (w7 % 3 == 2 || (bool(fixed_i32[fixed_u32[p_u32 % 5] % 11]) ? grid_xor((bool(v5) ? v0 : (b15[here] % 4 < 1))) : (true && fixed_bool[33u32 % 7]))) {
w7 -= 1
let v8 = workgroup_iscan_xor(bits(fixed_f64[me & 7]))
let v9 = ((16777217.0f64 == fixed_f64[1472514383u32 % 11]) ? grid_any(false) : (p_u32 % 5 != 2))
let v10 = grid_iscan_or(bits(fixed_f64[me & 7]))
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2] >> 32) + u32(v5) + u32(v6)
