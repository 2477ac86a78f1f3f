// Program 5564 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5564
program conform_5564
workgroup 2, 3, 1
grid 6, 6, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = -2
param p_u64: u64 = 11
param p_i64: i64 = -26
param p_f32: f32 = 1.25
param p_f64: f64 = -7.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[6]
in fixed_i32: i32[4]
in fixed_u64: u64[11]
in fixed_i64: i64[11]
uniform fixed_f32: f32[3]
in fixed_f64: f64[3]
uniform b10: u8[8, 3]
inout b11: u8[36]
out b12: bool[36, 3]
scratch b13: i16[37] @live
persistent o14_36: u16[]
out b15: u32[36]
out b16: atomic i32[4]
scratch b17: atomic i64[36] @live
shared b18: u32[6]
shared b19: u8[6]
shared b20: atomic u64[6]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[36]
scratch q_dead: u32[36]
scratch q_unused: u64[36, 3]
out q_y: u32[36]
out q_z: i64[36]
out q_n: atomic u32[1]
out q_rows: u32[36] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..36 {
q_t[q_i] = b0[q_i] * 65 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..36 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 1)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..36 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..36 {
var q_c = q_m % 25
while q_c < 11 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_min(33u32)
let v1 = workgroup_min(fixed_i32[me & 3])
let v2 = workgroup_min(max(b20[here], b20[here]))
let v3 = atomic_load(b17[me])
barrier workgroup
async_copy(b19, 2, bytes, b0[p_u32 % 37] % 41, 1)
barrier grid
wait()
atomic_add(b16[v0 % 5], (rotl(fixed_i32[me & 1], v1) + fixed_i32[me & 1]))
let v4 = workgroup_or(ceil_div((fixed_u64[v0 % 12] & fixed_u64[me & 7]), popcount(fixed_u64[me & 1])))
each i in 0u32..36 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4)
