// Program 12430 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12430
program conform_12430
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 0
param p_u64: u64 = 1
param p_i64: i64 = -34
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99] @cache(streaming)
out b1: u32[99]
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[10]
in fixed_i32: i32[8]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[8] @align(256)
in fixed_f32: f32[6]
in fixed_f64: f64[4]
in o10_8: i8[]
out b11: bool[99]
scratch b12: i16[100, 3] @live
persistent b13: u64[101]
out b14: atomic u32[2]
inout b15: atomic u32[99]
shared b16: u32[33]
shared b17: bool[33]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[99]
scratch q_dead: u32[99]
scratch q_unused: u64[99, 3]
out q_y: u32[99]
out q_z: i64[99]
out q_n: atomic u32[1]
out q_rows: u32[99] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..99 {
q_t[q_i] = b0[q_i] * 46 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..99 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 0
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..99 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..99 {
var q_c = q_m % 15
while q_c < 9 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_add(fixed_f32[7u32 % 7])
let v1 = workgroup_add(fixed_f64[me & 3])
let v2 = workgroup_min(rotr(atomic_or(b15[me], u32_at(bytes, 21), acq_rel, system), b13[me]))
let v3 = atomic_add(b15[me], v2, relaxed, workgroup)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, bits(fixed_f32[p_u32 % 7]) % 34)
barrier grid
wait()
atomic_add(b14[(len(b1) | 1496524693u32) % 3], atomic_min(b15[me], p_u32, acquire, device), acq_rel, device)
b13[me] %= workgroup_scan_min((max(fixed_u64[v3 % 6], b13[me]) << (b17[here] ? fixed_i64[me & 3] : fixed_i64[me & 1])))
block l4 {
if (b11[me] && bool(fixed_i64[me & 3])) {
b11[me] = ((b11[me] && b17[here]) | bool(v0))
}
var a5: i64[2]
a5[p_u32 % 2] += ctz(min(fixed_i64[me & 7], p_i64))
let v6 = a5[v2 % 2]
if b11[me] {  }
}
var v7 = grid_max(v0)
{
v7 += sqrt(3.0f32)
barrier workgroup
}
assert me < 9 || true, "{}", (p_bool ? o10_8[lid.y % 9] : b12[me, v3 % 3])
b12[me, v2 % 3] = i32(fixed_u64[fixed_i64[me & 3] % 6])
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 13)
wait()
v7 += (p_bool ? (clamp(v7, v7, v7) - clamp(v7, p_f32, v7)) : (ceil(fixed_f32[mulhi(b0[50], b0[39]) % 7]) * v7))
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(bits(v1)) + u32(v2) + u32(v3) + u32(bits(v7))
