// Program 16431 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16431
program conform_16431 service
workgroup 31, 1, 1
grid 62, 1, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = -20
param p_u64: u64 = 23
param p_i64: i64 = -17
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[9] @cache(streaming)
in fixed_i32: i32[10]
in fixed_u64: u64[11]
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[10]
in fixed_f64: f64[9]
in o10_6: u16[, 1] @align(256)
persistent b11: i64[63, 3, 1] @cache(streaming)
scratch b12: i8[64, 1] @align(16)
persistent o13_62: u64[]
persistent b14: u64[62, 2] @cache(streaming)
persistent b15: atomic i32[4]
out b16: atomic u64[len(b0)] @range(41, 440) @align(32)
mapped b17: f64[62] @align(2)
mapped b18: i64[62]
mapped b19: atomic i32[62]
shared b20: u32[31]
shared b21: atomic i64[31]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(i64(grid_size.x))
let v1 = workgroup_iscan_add((b20[here] / b20[here]))
let v2 = workgroup_iscan_add(fixed_i32[me & 1])
let v3 = atomic_compare_exchange(b16[me], u64(clock() <= clock()), 9223372036854775808u64, release, device)
block l4 {
if ((fixed_bool[i64(workgroup_size.z) % 8] ? p_bool : fixed_bool[b0[p_u32 % 63] % 8]) & (b0[31u32 % 63] > 0u32)) {
leave l4
}
barrier grid
if ((fixed_bool[2u32 % 8] || fixed_bool[i64(workgroups.y) % 8]) ? workgroup_any(fixed_bool[me & 7]) : workgroup_any((max(b20[here], v1) % 5 == 2))) {
leave l4
}
var w5 = 0
loop {
w5 += 1
if w5 > 3 { break }
if ((p_bool ? fixed_bool[u32(i64(workgroup_size.z)) % 8] : fixed_bool[4294967295u32 % 8]) ? (b0[0u32 % 63] % 2 >= 1) : (fixed_i32[7u32 % 11] >= fixed_i32[255i64 % 11])) {
break
}
if workgroup_broadcast(fixed_bool[me & 7], 128u32 % 32) {
leave l4
}
if ((fixed_bool[reverse(p_i32) % 8] & true) & (true ^ p_bool)) {
continue
}
if fixed_bool[33u32 % 8] {
break
}
}
}
let v6 = (fixed_bool[(fixed_bool[p_u32 % 8] ? 1u32 : 32u32) % 8] ? grid_iscan_max(v3) : grid_load(fixed_u64[SUM % 12]))
for k7 in (i32(lid.x) & b12[me, p_u32 % 1]) % 3..(fixed_bool[p_u32 % 8] ? fixed_i32[me & 1] : v2) % 6 {
atomic_add(b15[TABLE[p_u32 % 10] % 5], v2)
b17[me] += f64((fixed_u64[me & 1] & fixed_u64[me & 1]))
if (f64(fixed_bool[me & 1]) <= f64(fixed_bool[me & 3])) { break }
}
region "r8" {
var w9 = 4
while w9 > 0 {
w9 -= 1
barrier workgroup
for k10 in u32(len(b0)) % 2..1 + (fixed_bool[p_u64 % 8] ? grid_add(b20[here]) : u32(fixed_u64[33u32 % 12])) % 3 step 2 {
var v11 = ((k10 % 3 != 2) ? popcount((p_i32 / fixed_i32[mulhi(0u32, k10) % 11])) : fixed_i32[k10 % 11])
v11 >>= (rotl(v11, u64(workgroup_size.x)) + grid_or(i32(fma(p_f64, b17[me], fixed_f64[me & 7]))))
let v12 = workgroup_or(ctz(o10_6[me & 3, reverse(b20[here]) % 1]))
if (fixed_bool[3u64 % 8] ^ (fixed_bool[fixed_u64[3] % 8] || fixed_bool[(~2i32) % 8])) {
continue
}
}
each i in 0i32..62 {
atomic_add(b15[b0[45] % 5], (-fixed_i32[v1 % 11]), relaxed, device)
pause()
b12[i, 0] = (fixed_i32[rotr(TABLE[8], v1) % 11] ^ i32(TABLE[rotl(fixed_u32[p_u32 % 10], p_i32) % 10]))
for k14 in (fixed_u64[(63u32 / b0[p_u32 % 63]) % 12] - fixed_u64[abs(1u32) % 12]) % 3..(p_u64 / fixed_u64[(fixed_i32[0] + 63i32) % 12]) % 6 step reverse(fixed_u64[0u32 % 12]) % 2 {
if (reverse(fixed_i32[v1 % 11]) != i32(fixed_f32[p_u32 % 11])) { break }
if fixed_bool[1628841642u32 % 8] { continue }
}
if (unbits(64u32) >= trunc(fixed_f32[v1 % 11])) { continue }
}
if (trunc(fixed_f32[63u32 % 11]) < fixed_f32[2147483648u32 % 11]) {
barrier grid
continue
}
barrier workgroup
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v6 >> 32)
