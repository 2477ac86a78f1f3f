// Program 1389 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1389
program conform_1389
workgroup 1, 1, 9
grid 28, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = -13
param p_u64: u64 = 4
param p_i64: i64 = -8
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[252]
out b1: u32[252]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[6]
in fixed_i32: i32[6]
in fixed_u64: u64[4]
in fixed_i64: i64[4] @align(32)
in fixed_f32: f32[3]
in fixed_f64: f64[7]
uniform o10_6: u8[, 3]
inout b11: u8[252]
persistent b12: bool[252, 3] @align(64)
persistent b13: u32[252, 3] @cache(streaming)
out b14: atomic u32[1] @range(1, 2)
scratch b15: atomic i32[252] @live
shared b16: u32[9]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[28]
out relayed: u32[28]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((~x0) * rotl(x0, bytes[x0 % 41]))
v2 = popcount((v2 | 63u32))
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
b12[me, 1] = (f64(p_u64) > (fixed_bool[me & 3] ? fixed_f64[p_u32 % 8] : fixed_f64[me & 7]))
if b12[me, 1] { continue }
}
return bits((fixed_f32[me & 3] / p_f32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_and((b12[me, b13[me, 1] % 3] ? fixed_i32[me & 1] : fixed_i32[me & 3]))
let v5 = workgroup_scan_and(fixed_u64[me & 1])
let v6 = workgroup_scan_and(clamp(i64(grid_size.z), 7i64, p_i64))
let v7 = atomic_or(b15[me], v4, acquire, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = fixed_u32[me & 1]
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
if (63u32 % 2 != 1) {
let v8 = grid_min(fixed_f64[me & 3])
} else {
b11[me] = b13[me, b0[me + 2] % 3]
let v9 = grid_xor(v7)
barrier grid
}
let n10 = fixpoint k11 in 2..6 {
if ((5u32 % 4 < 1) | (fixed_i64[fixed_i32[p_u32 % 7] % 5] <= fixed_i64[(false ? k11 : SUM) % 5])) {
for k12 in -2..0 {
var a13: f32[3]
a13[o10_6[p_u32 % 3, 1] % 3] = ((fixed_f32[fixed_i32[p_u32 % 7] % 4] != fixed_f32[TABLE[2] % 4]) ? workgroup_min((f32(fixed_u64[popcount(v5) % 5]) + fixed_f32[me & 3])) : workgroup_add((-1.5f32)))
let v14 = a13[(false ? k11 : k11) % 3]
let v15 = workgroup_max((2u64 ^ v5))
a13[k11 % 3] = v14
}
}
if k11 < 5 && bool(p_i64) { again }
}
for k17 in rotr(workgroups.y, 33u32) % 2..2 + ceil_div(b0[u32_at(bytes, p_u32 % 41) % 253], n10) % 3 {
var v18 = grid_and(fixed_i64[k17 % 5])
var w19 = 0
loop {
w19 += 1
if w19 > 2 { break }
barrier grid
if (fixed_bool[bits(fixed_f32[p_u32 % 4]) % 10] ? (fixed_bool[n10 % 10] ? fixed_bool[n10 % 10] : fixed_bool[u32(9223372036854775807i64) % 10]) : fixed_bool[i32(fixed_i64[1]) % 10]) {
barrier grid
break
}
if (u32(fixed_f64[n10 % 8]) >= k17) {
barrier grid
continue
}
barrier grid
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(n10)
