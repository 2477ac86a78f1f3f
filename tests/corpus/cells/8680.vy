// Program 8680 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8680
program conform_8680
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = true
param p_u32: u32 = 19
param p_i32: i32 = -7
param p_u64: u64 = 2
param p_i64: i64 = -25
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7] @align(16)
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[11]
uniform fixed_u64: u64[4]
in fixed_i64: i64[8] @cache(streaming)
in fixed_f32: f32[6] @cache(streaming)
uniform fixed_f64: f64[7] @align(256)
uniform b10: u8[1, 2]
out b11: f32[9, 2]
out b12: u64[8] @range(38, 9)
scratch b13: u16[9, 3]
scratch b14: i32[6, 3]
scratch b15: atomic i64[3] @live
scratch b16: atomic i64[7]
shared b17: u32[7]
shared b18: u64[7]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_xor(max((fixed_bool[0u32 % 4] ? fixed_u64[me & 7] : fixed_u64[me & 3]), u64(fixed_f32[me & 3])))
let v1 = subgroup_scan_xor(i64(lid.x))
let v2 = subgroup_iscan_add(u32((b17[here] * b0[me & 7])))
let v3 = subgroup_iscan_add(max(reverse(255i32), i32(fixed_bool[me & 7])))
let v4 = subgroup_iscan_add(popcount(v0))
let v5 = subgroup_iscan_add((i64(grid_size.z) << 63i64))
let v6 = subgroup_iscan_min(rotl(v2, v3))
let v7 = subgroup_iscan_min(b14[me, 1])
let v8 = subgroup_iscan_min(v4)
let v9 = subgroup_iscan_min(i64(subgroup))
let v10 = subgroup_iscan_max(v2)
let v11 = atomic_sub(b16[me], v5, acq_rel, workgroup)
var a12: bool[1]
a12[0] = bool(v3)
let v13, v14 = f2(a12, p_u32 % 14)
f3(b1[me..me + 2], ((1i64 <= v1) ? (fixed_u32[me & 3] * v14) : (b17[here] - v6)))
b19[v10 % 2] += (v0 ^ (v13 ? 3u64 : v0))
block l15 {
if ((!fixed_bool[128u32 % 4]) ? grid_load(fixed_bool[popcount(p_u32) % 4]) : (b0[fixed_i64[p_u32 % 9] % 8] % 2 == 2)) {
for k16 in 2147483647u32 % 2..2 + (fixed_bool[7u32 % 4] ? 63u32 : b10[b10[p_u32 % 2, 1] % 2, 1]) % 3 {
barrier workgroup
if (ctz(fixed_u64[u32(p_u32) % 5]) != 7u64) {
barrier workgroup
leave l15
}
if ((b10[bits(0.1f64) % 2, 1] % 5 == 2) || fixed_bool[b10[0, 1] % 4]) {
barrier workgroup
break
}
if (fixed_i32[k16 % 12] < (fixed_i32[k16 % 12] - fixed_i32[b0[3] % 12])) {
barrier workgroup
leave l15
}
barrier workgroup
}
leave l15
}
let v17 = workgroup_scan_add(v14)
if bool(u64(p_i32)) {
if p_u32 % 3 == 0 {
leave l15
}
if (fixed_bool[256i64 % 4] || grid_xor((v13 && v13))) {
leave l15
}
}
if ((true & p_bool) | bool(fixed_f64[me & 3])) {
leave l15
}
}
let v18 = ((fixed_i32[popcount(2u32) % 12] != fixed_i32[i64(-9223372036854775808) % 12]) ? workgroup_min(((v13 ^ a12[p_u32 % 2]) ? i64(fixed_f32[p_u32 % 7]) : abs(fixed_i64[me & 1]))) : workgroup_iscan_max(v1))
var w19 = 0
loop {
w19 += 1
if w19 > 4 { break }
b11[me, 31u32 % 2] = p_f32
if bool((v7 | fixed_i32[me & 7])) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v18 >> 32)
