// Program 45152 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45152
program conform_45152
workgroup 32, 1, 1
grid 59, 1, 1
param p_bool: bool = false
param p_u32: u32 = 26
param p_i32: i32 = -20
param p_u64: u64 = 15
param p_i64: i64 = -38
param p_f32: f32 = 8.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[11] @cache(streaming)
in fixed_u32: u32[8]
uniform fixed_i32: i32[10]
in fixed_u64: u64[4]
in fixed_i64: i64[3]
in fixed_f32: f32[5]
in fixed_f64: f64[3]
in b10: i8[4, 2]
inout b11: bool[64, 2]
out b12: u64[65]
out b13: u64[66, 3]
scratch b14: u8[66, 2]
scratch b15: atomic i32[2] @live @cache(streaming)
out b16: atomic i32[64] @range(233, 21)
shared b17: u32[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4096] @count(found)
scratch q_t: u32[64]
scratch q_dead: u32[64]
scratch q_unused: u64[64, 3]
out q_y: u32[64]
out q_z: i64[64]
out q_n: atomic u32[1]
out q_rows: u32[64] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..64 {
q_t[q_i] = b0[q_i] * 60 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..64 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 4
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..64 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..64 {
var q_c = q_m % 11
while q_c < 18 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_add(b12[me])
let v1 = subgroup_scan_add(rotl((fixed_bool[128u32 % 12] ? 1954458058i64 : fixed_i64[me & 1]), fixed_i64[p_u32 % 4]))
let v2 = subgroup_scan_min(u32(fixed_bool[me & 7]))
let v3 = subgroup_scan_min(clz(5i32))
let v4 = subgroup_scan_min(u64_at(bytes, fixed_u32[me & 7] % 41))
let v5 = subgroup_scan_min(v1)
let v6 = subgroup_scan_max(v2)
let v7 = subgroup_scan_max(p_i32)
let v8 = subgroup_scan_max(u64_at(bytes, (v2 - b14[me, 1]) % 41))
let v9 = subgroup_scan_max(p_i64)
let v10 = subgroup_scan_and((p_u32 % 5 < 2))
let v11 = atomic_compare_exchange(b16[me], v7, b10[2, 1], relaxed, workgroup)
block l12 {
let v13 = grid_add(u32((v2 % TABLE[reverse(p_u32) % 10])))
if p_u32 % 3 == 0 {
let v14 = grid_add(b14[me, u32(v3) % 2])
if subgroup % 4 != 1 {
let v15 = (i32(unbits(0x7f7fffffu32)) + subgroup_and(i32(u32_at(bytes, ctz(b14[me, 1]) % 41))))
leave l12
}
{
}
}
}
block l16 {
if ((fixed_f64[abs(127u32) % 4] == fixed_f64[b0[p_u32 % 65] % 4]) | fixed_bool[(fixed_bool[9] ? 255u32 : b0[57]) % 12]) {
leave l16
}
if fixed_bool[127u32 % 12] {
leave l16
}
if false {
leave l16
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(v10) + u32(v11)
