// Program 5855 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5855
program conform_5855 service
workgroup 16, 3, 1
grid 55, 12, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -16
param p_u64: u64 = 30
param p_i64: i64 = -39
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[768]
out b1: u32[768]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[10]
in fixed_u64: u64[5]
uniform fixed_i64: i64[6]
in fixed_f32: f32[8]
in fixed_f64: f64[4]
uniform b10: i16[1]
inout b11: u64[769]
inout b12: f32[770, 2]
scratch b13: f64[768] @live
scratch b14: u32[767, 2, 1]
persistent b15: atomic i64[2]
persistent o16_768: atomic u64[]
mapped b17: f64[768]
mapped b18: u8[768]
mapped b19: atomic u64[768]
shared b20: u32[48]
shared b21: i16[48]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[16]
out relayed: u32[16]
scratch q_t: u32[768]
scratch q_dead: u32[768]
scratch q_unused: u64[768, 3]
out q_y: u32[768]
out q_z: i64[768]
out q_n: atomic u32[1]
out q_rows: u32[768] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..768 {
q_t[q_i] = b0[q_i] * 28 + q_i
}
barrier grid
each q_k in 0..768 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 6
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 7)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..768 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..768 {
var q_c = q_m % 12
while q_c < 8 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_xor((fixed_bool[me & 7] | fixed_bool[u32(true) % 9]))
let v1 = workgroup_scan_xor(b14[me, 3u32 % 2, 0])
let v2 = workgroup_scan_xor(b21[here])
let v3 = atomic_or(o16_768[me], 3u64, relaxed, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = p_u32
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
fence()
block l4 {
barrier grid
if ((fixed_f64[338941923u64 % 5] <= fixed_f64[fixed_u32[p_u32 % 11] % 5]) ? grid_load(fixed_bool[7u32 % 9]) : grid_xor(p_bool)) {
if bool((b0[(p_i64 ^ 256i64) % 769] % 3 != 2)) {
if (bool(fixed_i64[2147483647u32 % 7]) ? grid_scan_and((TABLE[u32_at(bytes, 14) % 10] != TABLE[v1 % 10])) : grid_scan_xor(v0)) {
if (u32(b12[me, p_u32 % 2]) % 2 != 1) {
leave l4
}
} else {
}
leave l4
}
if (mulhi(p_u64, fixed_u64[b0[p_u32 % 769] % 6]) >= u64(fixed_i64[u32(p_bool) % 7])) {
leave l4
}
}
if true {
leave l4
}
}
block l5 {
if fixed_bool[b0[p_u32 % 769] % 9] {
leave l5
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32)
