// Program 99067 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 99067
program conform_99067
workgroup 32, 1, 1
grid 44, 1, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = 4
param p_u64: u64 = 19
param p_i64: i64 = -10
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[8]
in fixed_i32: i32[4]
in fixed_u64: u64[4]
in fixed_i64: i64[11]
in fixed_f32: f32[6]
in fixed_f64: f64[7]
uniform b10: u8[5]
inout b11: bool[64, 3]
scratch b12: u64[65, 1] @live
inout b13: i32[66, 1]
out b14: atomic i64[1] @cache(streaming)
inout b15: atomic u32[64]
shared b16: u32[32]
shared b17: u8[32]
shared b18: atomic i64[32]
const SUM = len(b0) * 3 + len(bytes)
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
q_t[q_i] = b0[q_i] * 68 + q_i
}
each q_k in 0..64 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 1
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..64 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..64 {
var q_c = q_m % 20
while q_c < 34 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = grid_scan_and(1719963550u32)
let v1 = grid_scan_and(b13[me, 0])
let v2 = grid_scan_and(fixed_u64[me & 1])
let v3 = atomic_sub(b15[me], b10[p_u32 % 6], relaxed, device)
b14[v0 % 2] -= ((3i64 >> p_i64) / min(atomic_xor(b18[here], 5i64), atomic_load(b18[here])))
if me <= len(b11) { b11[me, abs(v0) % 4] = (v3 % 3 != 1) }
{
barrier grid
let v4 = grid_scan_min(p_i32)
each k5 in fixed_u64[u64_at(bytes, p_u32 % 41) % 5] % 3..(256u64 + u64(grid_size.x)) % 8, k6 in fixed_i64[p_u32 % 12] % 3..clz(fixed_i64[(fixed_u32[0] ^ 5u32) % 12]) % 6, k7 in fixed_i32[p_i64 % 5] % 3..i32(p_u64) % 3 {
if b11[me, 1] {
b15[me] = max((b0[v0 % 65] >> fixed_u64[b10[4] % 5]), v3)
} else if b11[me, (~2147483647u32) % 4] {
var w8 = 0
loop {
w8 += 1
if w8 > 4 { break }
b11[me, u32(false) % 3] = bool(sqrt(ceil(fixed_f64[p_u32 % 8])))
if (fixed_f64[v3 % 8] < min(fixed_f64[(v3 << i32(gid.z)) % 8], fixed_f64[min(bytes[p_u32 % 41], u32_at(bytes, 39)) % 8])) { continue }
}
}
b11[me, 1] = b11[me, v0 % 3]
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
