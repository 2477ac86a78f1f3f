// Program 19109 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 19109
program conform_19109
workgroup 1, 1, 9
grid 1, 1, 27
param p_bool: bool = false
param p_u32: u32 = 23
param p_i32: i32 = -16
param p_u64: u64 = 16
param p_i64: i64 = -15
param p_f32: f32 = 7.25
param p_f64: f64 = -3.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[27]
out b1: u32[27]
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[4]
uniform fixed_i32: i32[11]
in fixed_u64: u64[9]
in fixed_i64: i64[5]
in fixed_f32: f32[6] @align(32)
in fixed_f64: f64[10]
uniform b10: u16[9, 2]
inout b11: u64[28, 1] @align(64)
inout b12: u64[27]
persistent b13: atomic i64[1]
out b14: atomic u64[len(b0)] @axis(0)
shared b15: u32[9]
shared b16: atomic i64[9]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(i64(fixed_f64[63u32 % 11]))
let v1 = workgroup_iscan_add(clz(b10[(b10[p_u32 % 10, 1] % 4294967294u32) % 10, SUM % 3]))
let v2 = workgroup_iscan_add(((fixed_i32[b15[here] % 12] << 128u32) % fixed_i32[clz(v1) % 12]))
let v3 = atomic_and(b14[me], fixed_u64[p_u32 % 10], relaxed, system)
b11[me, 0] += grid_iscan_and(v3)
b11[me, u32_at(bytes, p_u32 % 41) % 1] = u64(u64(fixed_i32[rotr(v1, 63u64) % 12]))
each k4 in b0[4294967295u32 % 28] % 3..u32(fixed_i64[u32_at(bytes, 9) % 6]) % 5, k5 in fixed_u64[2147483647u32 % 10] % 3..u64(fixed_i64[32u32 % 6]) % 3, k6 in b11[me, 0] % 3..15 {
if (v1 % 5 != 2) { continue }
let v7 = (!(!true))
}
var w8 = 0
loop {
w8 += 1
if w8 > 4 { break }
var w9 = 0
loop {
w9 += 1
if w9 > 4 { break }
var v10 = v0
v10 += i64((fixed_bool[me + 0] ? v2 : p_i32))
v10 >>= u64((63i64 >> v2))
if ((!fixed_bool[me + 0]) ? (v1 % 3 >= 1) : (fixed_bool[rotl(7u32, v1) % 8] || p_bool)) { continue }
}
if bool((p_i64 ^ v0)) { continue }
if bool((fixed_bool[v1 % 8] ? v3 : 4294967296u64)) { break }
}
for k11 in -2..0 {
if ((fixed_bool[273356653u32 % 8] ? p_bool : fixed_bool[128u32 % 8]) != (fixed_f64[b0[p_u32 % 28] % 11] <= fixed_f64[rotl(TABLE[3], 1274761340u64) % 11])) {
let v12 = ((fixed_bool[(1u32 + p_u32) % 8] | true) || workgroup_any(fixed_bool[v1 % 8]))
} else {
{
var w13 = 0
loop {
w13 += 1
if w13 > 2 { break }
if fixed_bool[b0[p_u32 % 28] % 8] {
break
}
}
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
