// Program 7958 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7958
program conform_7958
workgroup 33, 1, 1
grid 84, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = 0
param p_u64: u64 = 9
param p_i64: i64 = -24
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[7]
in fixed_i32: i32[10]
in fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[8]
uniform fixed_f64: f64[10]
in b10: i16[1, 3]
inout b11: f32[100, 1]
persistent b12: i8[100, 2]
scratch b13: atomic i32[3] @live
persistent b14: atomic u64[99]
shared b15: u32[33]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[396] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_or(i64((atomic_sub(b14[me], u64_at(bytes, p_u32 % 41), release) | atomic_xor(b14[me], 33u64, acquire, device))))
let v1 = grid_iscan_xor((!fixed_bool[me + 2]))
let v2 = grid_iscan_xor(b15[here])
let v3 = atomic_min(b14[me], 1u64)
var v4 = grid_iscan_max(b10[(p_u32 & 33u32) % 2, 1])
v4 += (i32(fixed_u64[me + 0]) + grid_iscan_or(i32(v4)))
var a5: f64[5]
a5[p_u32 % 5] = (-fixed_f64[b15[here] % 11])
let v6 = a5[(v2 ^ u32_at(bytes, p_u32 % 41)) % 5]
atomic_add(b13[u32(p_i32) % 4], i32(bool(v3)))
block l7 {
var a8: i64[1]
a8[(b15[here] - v2) % 1] = i64((-p_f64))
let v9 = a8[(true ? u32_at(bytes, 32) : v2) % 1]
if bool((~p_u32)) {
for k10 in fixed_u64[(p_u32 + 95486486u32) % 10] % 3..rotl(p_u64, fixed_i64[u32_at(bytes, p_u32 % 41) % 8]) % 6 {
if (bool(u64_at(bytes, fixed_i64[p_u32 % 8] % 41)) || fixed_bool[v2 % 5]) { continue }
}
leave l7
}
if ((fixed_bool[63u32 % 5] || fixed_bool[b0[p_u32 % 100] % 5]) ^ (b0[(-7i32) % 100] % 4 < 2)) {
leave l7
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(a5[2]) + u32(v6)
