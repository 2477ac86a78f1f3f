// Program 6854 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6854
program conform_6854
workgroup 33, 1, 1
grid 62, 1, 1
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = 6
param p_u64: u64 = 11
param p_i64: i64 = -23
param p_f32: f32 = 1.25
param p_f64: f64 = -8.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[11]
uniform fixed_i32: i32[5]
in fixed_u64: u64[5]
uniform fixed_i64: i64[3]
in fixed_f32: f32[7]
in fixed_f64: f64[10]
in b10: i8[3, 2]
out b11: u32[66]
scratch b12: u8[68, 2] @cache(random)
out b13: atomic i64[1]
scratch b14: atomic u64[66]
shared b15: u32[33]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_min(b10[(~b15[here]) % 4, 1])
let v1 = grid_iscan_min(rotl((p_u64 & atomic_max(b14[me], u64_at(bytes, p_u32 % 41), acq_rel, workgroup)), atomic_compare_exchange(b14[me], 9223372036854775808u64, 1626909u64)))
let v2 = grid_iscan_min((fixed_bool[4294967294u32 % 10] ? (fixed_bool[i32(p_i32) % 10] ? fixed_i64[64u32 % 4] : fixed_i64[b12[me, 1] % 4]) : fixed_i64[b15[here] % 4]))
let v3 = atomic_sub(b14[me], v1, acq_rel)
each i in 0i32..66 {
}
b11[me] = grid_scan_min(p_u32)
var w5 = 3
while w5 > 0 {
w5 -= 1
block l6 {
block l7 {
for k8 in (b11[me] * b11[me]) % 3..u32(fixed_i64[v3 % 4]) % 6 {
for k9 in fixed_u64[k8 % 6] % 3..(fixed_u64[p_u32 % 6] + v3) % 6 {
b11[me] /= k8
}
}
if (!(true && fixed_bool[31u32 % 10])) {  }
}
barrier workgroup
barrier grid
}
var w10 = 3
while w10 > 0 && (w10 % 3 == 2 || ((fixed_u64[2147483647u32 % 6] >= u64_at(bytes, u64(fixed_u64[4]) % 41)) || grid_load(fixed_bool[908864186u32 % 10]))) {
w10 -= 1
let v11 = ((fixed_bool[p_u32 % 10] ? v0 : v0) + workgroup_iscan_max(v0))
b11[me] = ((fixed_f64[(fixed_bool[p_u32 % 10] ? p_u32 : wid.x) % 11] <= fixed_f64[952569955u32 % 11]) ? workgroup_iscan_min(b11[me]) : (fixed_bool[p_u32 % 10] ? b11[me] : 186358176u32))
if fixed_bool[u64_at(bytes, 12) % 10] {
break
}
}
if (fma(fixed_f32[b0[p_u32 % 67] % 8], fixed_f32[fixed_i32[4] % 8], fixed_f32[clz(3u32) % 8]) == f32(fixed_i32[u32(unbits(0x83b58ef9u32)) % 6])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
