// Program 24847 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 24847
program conform_24847 service
workgroup 255, 1, 1
grid 255, 1, 1
param p_bool: bool = false
param p_u32: u32 = 0
param p_i32: i32 = -2
param p_u64: u64 = 25
param p_i64: i64 = -37
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[9]
in fixed_i32: i32[11]
in fixed_u64: u64[8]
in fixed_i64: i64[10]
uniform fixed_f32: f32[9]
in fixed_f64: f64[8] @cache(streaming)
uniform b10: bf16[2, 2]
persistent b11: u16[255]
out b12: i16[255, 1, 3]
inout b13: atomic u64[4]
out b14: atomic i32[255]
mapped b15: u32[255]
mapped b16: i64[255]
mapped b17: atomic i64[255]
shared b18: u32[255]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[1]
out relayed: u32[1]
scratch q_t: u32[255]
scratch q_dead: u32[255]
scratch q_unused: u64[255, 3]
out q_y: u32[255]
out q_z: i64[255]
out q_n: atomic u32[1]
out q_rows: u32[255] @count(q_n)
out t_n: atomic i64[255]
out t_y: u32[255]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..255 {
q_t[q_i] = b0[q_i] * 1 + q_i
}
barrier grid
barrier grid
each q_k in 0..255 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 3
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..255 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..255 {
var q_c = q_m % 23
while q_c < 8 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
while atomic_or(t_n[me], 1 << t_y[me]) >> 21 == 0 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 14 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = grid_iscan_and(fixed_bool[fixed_u64[3] % 9])
let v1 = grid_iscan_and(bytes[me + 2])
let v2 = grid_iscan_and(b12[me, v1 % 1, 2])
let v3 = atomic_load(b14[me], relaxed)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = p_u32
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
pause()
b13[v1 % 5] -= clz(ceil_div(fixed_u64[me & 3], fixed_u64[me & 1]))
barrier grid
let v4 = (bool(fixed_bool[clamp(b0[p_u32 % 256], p_u32, 33u32) % 9]) ? grid_iscan_max(fixed_i64[v1 % 11]) : fixed_i64[v1 % 11])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
