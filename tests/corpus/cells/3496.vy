// Program 3496 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3496
program conform_3496
workgroup 1, 1, 9
grid 29, 1, 1
param p_bool: bool = true
param p_u32: u32 = 4
param p_i32: i32 = -19
param p_u64: u64 = 23
param p_i64: i64 = -9
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[261]
out b1: u32[len(b0)] @range(828, 79)
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[6]
in fixed_i32: i32[6]
in fixed_u64: u64[7] @cache(streaming)
uniform fixed_i64: i64[5]
in fixed_f32: f32[4]
in fixed_f64: f64[3]
uniform o10_2: u8[]
scratch b11: u32[261, 1]
inout b12: i8[len(b0), 2]
scratch b13: i16[262]
out b14: atomic u64[2] @range(8, 7)
inout b15: atomic u64[261]
shared b16: u32[9]
shared b17: i16[9]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[261]
scratch q_dead: u32[261]
scratch q_unused: u64[261, 3]
out q_y: u32[261]
out q_z: i64[261]
out q_n: atomic u32[1]
out q_rows: u32[261] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..261 {
q_t[q_i] = b0[q_i] * 87 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..261 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 5
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 0)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..261 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..261 {
var q_c = q_m % 40
while q_c < 35 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_add(b12[me, reverse(b16[here]) % 2])
let v1 = subgroup_scan_add(clamp(fixed_u64[p_u32 % 8], 9223372036854775808u64, b15[me]))
let v2 = subgroup_scan_add(p_i64)
let v3 = subgroup_scan_min(64u32)
let v4 = subgroup_scan_min(i32(p_i32))
let v5 = subgroup_scan_min(u64(fixed_f64[me & 3]))
let v6 = subgroup_scan_min((fixed_bool[v3 % 10] ? v2 : p_i64))
let v7 = subgroup_scan_max(v3)
let v8 = subgroup_scan_max(i32(v0))
let v9 = subgroup_scan_max(u64((fixed_bool[popcount(b0[me + 0]) % 10] ? fixed_f64[i64(lane) % 4] : 0.0f64)))
let v10 = subgroup_scan_max(i64(v2))
let v11 = atomic_load(b15[me])
if (fixed_bool[p_u32 % 10] ? workgroup_scan_and((fixed_f64[v3 % 4] >= fixed_f64[fixed_u32[me & 3] % 4])) : fixed_bool[me & 3]) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
