// Program 348 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 348
program conform_348
workgroup 33, 1, 1
grid 23, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = 7
param p_u64: u64 = 4
param p_i64: i64 = -36
param p_f32: f32 = 0.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[7]
uniform fixed_i32: i32[7]
in fixed_u64: u64[4]
in fixed_i64: i64[3]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[11]
in b10: i16[3, 3]
inout b11: f64[34]
scratch b12: bool[34, 3]
inout b13: f64[35, 1, 3]
out b14: atomic i64[1]
inout b15: atomic i64[33] @align(16)
shared b16: u32[33]
shared b17: atomic u64[2]
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
q_t[q_i] = b0[q_i] * 41 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
each q_k in 0..33 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 5
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 1)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..33 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..33 {
var q_c = q_m % 27
while q_c < 20 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_max(p_u64)
let v1 = workgroup_max(atomic_sub(b15[me], 64i64, acq_rel, device))
let v2 = workgroup_max(f32(u64_at(bytes, 256u32 % 41)))
let v3 = atomic_exchange(b15[me], p_i64, release, workgroup)
atomic_add(b14[mulhi(u32_at(bytes, 6), 63u32) % 2], ((atomic_load(b15[me]) - v1) / max(v1, atomic_add(b15[me], v1))), acq_rel, system)
var w4 = 0
loop {
w4 += 1
if w4 > 4 { break }
}
barrier grid
if bool(u64(bytes[b0[29] % 41])) && wid.x % 3 == 0 { return }
b11[me] += b11[(me * 5 + 4) % 34] + grid_max(ceil(b13[me, 0, 2]))
barrier workgroup
barrier grid
var w5 = 0
while w5 < 3 && (u32(b16[here]) % 4 < 2) {
w5 += 1
b1[me] = ctz(b16[here])
let v6 = v1
let v7 = floor(fixed_f64[me & 7])
}
let v8 = workgroup_any(b12[me, (2147483647u32 ^ 127u32) % 3])
var w9 = 0
while w9 < 3 && ((v8 == b12[me, bytes[me & 3] % 3]) ? (b16[here] % 5 != 1) : (v8 || v8)) {
w9 += 1
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(bits(v2)) + u32(v3) + u32(v8)
