// Program 22918 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22918
program conform_22918
workgroup 2, 3, 1
grid 6, 3, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = 18
param p_u64: u64 = 15
param p_i64: i64 = -35
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[4]
in fixed_i32: i32[3]
in fixed_u64: u64[11]
in fixed_i64: i64[6]
in fixed_f32: f32[5]
in fixed_f64: f64[3]
in b10: i16[1, 2]
scratch b11: i16[18]
persistent o12_60: u64[, 3]
scratch b13: i64[17] @cache(streaming)
scratch b14: atomic u64[4]
inout o15_18: atomic u32[]
shared b16: u32[6]
shared b17: i16[6]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[18]
scratch q_dead: u32[18]
scratch q_unused: u64[18, 3]
out q_y: u32[18]
out q_z: i64[18]
out q_n: atomic u32[1]
out q_rows: u32[18] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..18 {
q_t[q_i] = b0[q_i] * 30 + q_i
}
barrier grid
barrier grid
each q_k in 0..18 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 6
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 6)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..18 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..18 {
var q_c = q_m % 6
while q_c < 34 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = grid_scan_or(31u64)
let v1 = grid_scan_or(rotr(fixed_i64[me & 7], atomic_exchange(o15_18[me], 0u32, release, device)))
let v2 = grid_scan_xor(fixed_bool[me & 1])
let v3 = atomic_min(o15_18[me], 4294967294u32, relaxed, device)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 2)
wait()
b11[me] = ((i32(workgroup_size.y) ^ b17[bytes[p_u32 % 41] % 7]) + workgroup_or(p_i32) * workgroup_xor((i32(grid_size.x) - (v2 ? b17[me & 3] : fixed_i32[me & 3]))))
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3)
