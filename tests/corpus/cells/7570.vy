// Program 7570 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7570
program conform_7570
workgroup 33, 1, 1
grid 66, 1, 1
param p_bool: bool = true
param p_u32: u32 = 5
param p_i32: i32 = -1
param p_u64: u64 = 25
param p_i64: i64 = -25
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[4]
uniform fixed_i32: i32[8]
in fixed_u64: u64[10]
in fixed_i64: i64[11]
in fixed_f32: f32[8]
in fixed_f64: f64[9] @align(128)
in b10: u8[3]
out b11: u64[66, 3, 3]
out b12: i16[len(b0), 3] @align(256)
inout b13: f32[66, 1]
persistent o14_67: u8[, 1, 1]
out b15: atomic u64[1]
out b16: atomic u64[66]
shared b17: u32[33]
shared b18: atomic u32[33]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[66]
scratch q_dead: u32[66]
scratch q_unused: u64[66, 3]
out q_y: u32[66]
out q_z: i64[66]
out q_n: atomic u32[1]
out q_rows: u32[66] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..66 {
q_t[q_i] = b0[q_i] * 39 + q_i
}
each q_k in 0..66 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 8
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..66 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..66 {
var q_c = q_m % 38
while q_c < 39 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_or((u32_at(bytes, 2u64 % 41) % 5 >= 1))
let v1 = workgroup_scan_or(u32(b11[me, 1, 1]))
let v2 = workgroup_scan_or(i32((v0 ? fixed_f32[127u64 % 9] : b13[me, v1 % 1])))
let v3 = atomic_and(b16[me], u64(gid.z), acquire)
barrier grid
b15[v1 % 2] ^= fixed_u64[me & 1]
let v4 = (fixed_bool[bytes[p_u32 % 41] % 6] ? workgroup_scan_or(v3) : workgroup_load(fixed_u64[(workgroups.z * p_u32) % 11]))
for k5 in u32(fixed_f32[63u32 % 9]) % 3..TABLE[(false ? b0[p_u32 % 67] : p_u32) % 10] % 6 step rotr(b0[fixed_u64[9] % 67], fixed_u64[u64_at(bytes, p_u32 % 41) % 11]) % 4 {
block l6 {
for k7 in k5 % 3..max(gid.y, p_u32) % 6 {
var a8: bool[3]
a8[k7 % 3] = (u64(u64(k5)) <= fixed_u64[me & 7])
let v9 = a8[v1 % 3]
b11[me, 256u32 % 3, 2] &= p_u64
}
if p_bool { break }
}
var w10 = 0
while w10 < 3 && fixed_bool[2147483647u32 % 6] {
w10 += 1
if ((v0 || false) ? false : (v0 & false)) {
atomic_xor(b15[fixed_u32[me & 7] % 2], max(fixed_u64[rotl(v1, i32(gid.y)) % 11], v3), acq_rel)
} else {
let v11 = f32(fixed_f64[me & 1])
atomic_xor(b15[v1 % 2], rotr(v3, (fixed_i64[me & 7] - fixed_i64[me & 7])))
for k12 in (v0 ? k5 : b10[me & 1]) % 3..k5 % 6 {
if ((-v1) % 5 == 1) { continue }
}
}
if fixed_bool[me & 7] { break }
}
if bool(b11[me, v1 % 3, 1]) { continue }
if ((v0 || v0) ? p_bool : bool(4294967294u32)) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4 >> 32)
