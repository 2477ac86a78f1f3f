// Program 26598 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 26598
program conform_26598 service
workgroup 7, 1, 1
grid 28, 1, 1
param p_bool: bool = false
param p_u32: u32 = 24
param p_i32: i32 = 0
param p_u64: u64 = 28
param p_i64: i64 = -6
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[8]
in fixed_i32: i32[10]
uniform fixed_u64: u64[10]
in fixed_i64: i64[11]
uniform fixed_f32: f32[11]
in fixed_f64: f64[3]
uniform b10: u8[9, 1]
out b11: u8[28]
out b12: u64[28]
persistent b13: i32[29]
inout b14: i64[29]
persistent b15: atomic u32[2]
out b16: atomic u32[28] @range(7, 7)
mapped b17: i64[28]
mapped b18: u8[len(b0)]
mapped b19: atomic i32[28]
shared b20: u32[7]
shared b21: u8[7]
shared b22: atomic u64[7]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[28]
scratch q_dead: u32[28]
scratch q_unused: u64[28, 3]
out q_y: u32[28]
out q_z: i64[28]
out q_n: atomic u32[1]
out q_rows: u32[28] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..28 {
q_t[q_i] = b0[q_i] * 48 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..28 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 2
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 8)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..28 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..28 {
var q_c = q_m % 35
while q_c < 21 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_iscan_and(bool(fixed_bool[me & 7]))
let v1 = workgroup_iscan_and((rotl(lid.z, 3i32) * ceil_div(879281999u32, b0[me + 0])))
let v2 = workgroup_iscan_and(i32(grid_size.y))
let v3 = atomic_add(b16[me], u32_at(bytes, p_u32 % 41), relaxed, system)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, (u32_at(bytes, p_u32 % 41) / 128u32) % 8)
barrier grid
wait()
pause()
let v4 = (fixed_bool[128u32 % 8] ? workgroup_iscan_add((atomic_exchange(b22[here], 1846558447u64) / b22[here])) : workgroup_scan_max(min((v0 ? b22[here] : b12[me]), (fixed_u64[v1 % 11] % p_u64))))
for k5 in -2..1 {
for k6 in -2..0 {
var v7 = bits(f32(fixed_u64[64u32 % 11]))
if fixed_bool[v7 % 8] {
region "r8" {
v7 = b0[(v7 + p_u32) % 29]
barrier workgroup
async_copy(b20, 1, b0, (64u32 & u32_at(bytes, p_u32 % 41)) % 29, 6)
barrier grid
wait()
v7 %= u32(bool(fixed_f64[k5 % 4]))
let v9 = grid_broadcast(1.5f64, b0[12] % 29)
}
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 2)
barrier grid
wait()
if bool(u64(69303698u32)) {
var v10 = abs(b14[me])
v10 = i64((fixed_f32[me & 7] <= 0.1f32))
} else {
}
} else {
}
if ((fixed_f64[4294967294u32 % 4] <= fixed_f64[4294967295u32 % 4]) && (!fixed_bool[rotr(64u32, fixed_i32[p_u32 % 11]) % 8])) {
continue
}
}
if fixed_bool[u64(unbits(0xa133bd3au32)) % 8] {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
