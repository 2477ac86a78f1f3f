// Program 25627 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25627
program conform_25627
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = -19
param p_u64: u64 = 29
param p_i64: i64 = -29
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @range(73, 51)
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[4]
uniform fixed_i32: i32[4] @align(16)
in fixed_u64: u64[5]
in fixed_i64: i64[8]
in fixed_f32: f32[4]
in fixed_f64: f64[4]
uniform o10_3: i8[, 3]
inout b11: u16[33, 2, 2]
persistent b12: i64[33]
persistent b13: i64[35, 1]
persistent b14: atomic i32[2]
persistent b15: atomic i64[33]
shared b16: u32[1]
shared b17: i64[1]
shared b18: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[33]
scratch q_dead: u32[33]
scratch q_unused: u64[33, 3]
out q_y: u32[33]
out q_z: i64[33]
out q_n: atomic u32[1]
out q_rows: u32[33] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..33 {
q_t[q_i] = b0[q_i] * 4 + q_i
}
each q_k in 0..33 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 2
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..33 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..33 {
var q_c = q_m % 14
while q_c < 15 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_max((bool(b12[me]) ? u64(fixed_f64[4294967294u32 % 5]) : (fixed_u64[me & 7] + fixed_u64[me & 3])))
let v1 = workgroup_scan_max(((fixed_bool[u32_at(bytes, 28) % 8] ? p_i64 : fixed_i64[me & 3]) % (fixed_bool[me & 3] ? p_i64 : fixed_i64[4294967295u32 % 9])))
let v2 = workgroup_scan_and(fixed_bool[me & 1])
let v3 = atomic_compare_exchange(b15[me], v1, b12[me])
b15[me] = popcount((v2 ? fixed_i64[me & 1] : i64(wid.y)))
region "r4" {
barrier grid
let v5 = grid_iscan_add(o10_3[me & 1, 1635817285u32 % 3])
}
barrier grid
if bool((fixed_bool[p_u32 % 8] ? fixed_i64[b0[p_u32 % 34] % 9] : 4294967296i64)) {
b14[2147483647u32 % 3] += ((p_bool ? fixed_i32[me & 7] : fixed_i32[me & 3]) * (p_i32 & fixed_i32[me & 3]))
b16[here] = bytes[3u32 % 41]
b16[here] = u32((v2 | v2))
var w6 = 0
while w6 < 4 && v2 {
w6 += 1
var a7: i64[5]
a7[32u32 % 5] += i64(workgroups.z)
let v8 = a7[b0[me + 0] % 5]
b16[here] += u32((trunc(fixed_f32[fixed_u64[me & 3] % 5]) + f32(v2)))
if bool(i64(fixed_i64[i32(lid.z) % 9])) { continue }
}
} else {
b16[here] = (min(63u32, b0[me & 1]) % (2u32 | 121670041u32))
atomic_add(b14[(b16[here] - p_u32) % 3], o10_3[b16[here] % 2, (fixed_u32[me & 3] % 255u32) % 3], acquire, device)
}
if ((fixed_u32[7u32 % 5] <= bytes[2147483647u32 % 41]) && fixed_bool[i64(grid_size.x) % 8]) {
let v9 = grid_load(fixed_f32[p_i32 % 5])
barrier grid
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3)
