// Program 12490 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12490
program conform_12490
workgroup 32, 1, 1
grid 37, 1, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = 4
param p_u64: u64 = 0
param p_i64: i64 = -25
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @range(12, 168)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[7] @align(32)
in fixed_i32: i32[4]
in fixed_u64: u64[4] @align(256)
in fixed_i64: i64[10]
in fixed_f32: f32[5]
in fixed_f64: f64[10]
in b10: u16[7, 3]
inout b11: i8[64]
inout b12: u32[66, 2]
inout b13: bool[64]
out b14: bool[64, 1]
persistent b15: atomic i32[1] @axis(0)
persistent b16: atomic i32[64]
shared b17: u32[32]
shared b18: atomic u64[2] @align(128)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[256] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = i64(rotl(fixed_u64[x0 % 5], y1))
if ((v2 < v2) ? fixed_bool[(x0 + 4294967294u32) % 6] : (fixed_bool[min(x0, x0) % 6] ? fixed_bool[127u32 % 6] : fixed_bool[u32(fixed_f64[p_u32 % 11]) % 6])) {
} else {
}
return (u32(fixed_bool[b0[26] % 6]) * (fixed_bool[b0[p_u32 % 65] % 6] ? 4294967295u32 : b0[(b0[p_u32 % 65] * bytes[24]) % 65]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_or(fixed_i64[len(b0) % 11])
let v4 = grid_iscan_xor((fixed_u64[me + 1] != fixed_u64[me + 0]))
let v5 = grid_iscan_xor(b12[me, 1])
let v6 = atomic_min(b16[me], 32i32, acquire, system)
b15[clz(3u32) % 2] -= v6
if me < 63 { b1[me] >>= ((v3 | v3) * i64(fixed_u64[me + 1])) }
block l7 {
if me < 63 { b13[me] = ((v6 <= i32(fixed_f64[v5 % 11])) ? ((~b0[ctz(v5) % 65]) >= v5) : false) }
let v8 = (bool(fixed_i64[len(bytes) % 11]) ? v4 : bool(fixed_u64[v5 % 5]))
if fixed_bool[u32(v6) % 6] { leave l7 }
}
let v9 = (i32(v6) - i32(v3))
block l10 {
var w11 = 0
loop {
w11 += 1
if w11 > 2 { break }
var w12 = 4
while w12 > 0 && (w12 % 3 == 2 || grid_xor(v4)) {
w12 -= 1
b11[me] += workgroup_iscan_and(v6)
hits[atomic_add(found[0], 1)] = (u32(v3) << u32(fixed_f32[wid.y % 6]))
var v13 = bool(u64(fixed_f64[871587234u32 % 11]))
if (u32(p_u32) % 5 < 2) {
hits[atomic_add(found[0], 1)] = v5
continue
}
if (abs(fixed_u64[u32(p_f64) % 5]) != min(fixed_u64[clz(5u32) % 5], u64_at(bytes, p_u32 % 41))) {
let v14 = ((p_bool ? v3 : v3) + workgroup_iscan_add(p_i64))
leave l10
}
}
b13[me] = ((v4 ? true : v4) && (b17[here] % 2 < 1))
if fixed_bool[min(64u32, b10[3, 1]) % 6] {
break
}
}
if (p_bool ? bool(fixed_f32[p_u32 % 6]) : bool(p_u32)) {
leave l10
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v9)
