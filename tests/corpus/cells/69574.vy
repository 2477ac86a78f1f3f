// Program 69574 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 69574
program conform_69574
workgroup 5, 1, 1
grid 12, 1, 1
param p_bool: bool = true
param p_u32: u32 = 8
param p_i32: i32 = 10
param p_u64: u64 = 5
param p_i64: i64 = -28
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[9]
in fixed_i32: i32[3]
in fixed_u64: u64[5]
in fixed_i64: i64[10]
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: i16[5, 3]
out b11: i16[15]
inout b12: u8[16, 1, 3]
scratch b13: u8[16] @live
persistent b14: atomic u32[1]
persistent b15: atomic i32[15]
shared b16: u32[5]
shared b17: i16[5] @align(64)
shared b18: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_max(fixed_i64[me & 3])
let v1 = workgroup_scan_and(bool(u64(fixed_bool[p_u32 % 8])))
let v2 = workgroup_scan_and(b16[here])
b15[me] = i32(fixed_f64[v2 % 6])
var a3: u32[4]
a3[2] = fixed_u32[me & 1]
let v4, v5 = f2(fixed_u32, abs(v2) % 14)
f3(b1[me..me + 1], ((v1 == p_bool) ? v4 : u32(fixed_bool[v0 % 8])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 3)
wait()
let v6 = ((p_u64 != fixed_u64[618029536i64 % 6]) ? grid_xor(fixed_i32[me & 3]) : grid_iscan_xor(i32(fma(fixed_f64[63u64 % 6], fixed_f64[me & 1], fixed_f64[me & 7]))))
var v7 = p_i64
v7 += i64((fixed_u32[128i32 % 10] < bytes[128u32 % 41]))
v7 = clamp(popcount(i64(v7)), v7, reverse(p_i64))
if ((fixed_bool[7u64 % 8] ? fixed_bool[31u32 % 8] : fixed_bool[1432494892u32 % 8]) & bool(fixed_i32[1u32 % 4])) {
var w8 = 0
loop {
w8 += 1
if w8 > 4 { break }
if ((b12[me, 0, 2] == TABLE[fixed_i64[p_u32 % 11] % 10]) & (v1 ? v1 : fixed_bool[4294967296i64 % 8])) { break }
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(a3[2]) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
