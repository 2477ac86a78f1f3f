// Program 13964 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 13964
program conform_13964 service
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 0
param p_i32: i32 = 0
param p_u64: u64 = 7
param p_i64: i64 = -7
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[4]
uniform fixed_i32: i32[11]
uniform fixed_u64: u64[8] @cache(streaming)
in fixed_i64: i64[5]
uniform fixed_f32: f32[10]
in fixed_f64: f64[8]
in o10_7: u16[]
out b11: f32[1] @range(3, 1) @cache(streaming)
scratch b12: u64[1, 1] @align(32)
persistent b13: u32[1, 3]
persistent b14: i64[3, 3]
scratch b15: bool[2, 3] @live
inout b16: atomic i32[3]
persistent o17_1: atomic u64[]
mapped b18: i16[1]
mapped b19: u64[1]
mapped b20: atomic i32[1] @cache(streaming)
shared b21: u32[1]
shared b22: f32[1]
shared b23: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[1]
scratch q_dead: u32[1]
scratch q_unused: u64[1, 3]
out q_y: u32[1]
out q_z: i64[1]
out q_n: atomic u32[1]
out q_rows: u32[1] @count(q_n)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = sqrt(fma(fixed_f64[me & 3], fixed_f64[x0 % 9], p_f64))
block l3 {
if (fixed_i64[b0[me & 3] % 6] < max(fixed_i64[u32(u64_at(bytes, p_u32 % 41)) % 6], b14[me, 1])) {
} else if fixed_bool[ctz(255u64) % 9] {
}
if ((fixed_bool[(x0 % 1570425398u32) % 9] ? x0 : x0) % 2 >= 1) {  }
}
return u32(clz(b14[me, x0 % 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..1 {
q_t[q_i] = b0[q_i] * 70 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
each q_k in 0..1 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 7
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 2)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..1 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..1 {
var q_c = q_m % 23
while q_c < 15 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = workgroup_iscan_and((-min(64i32, 1044878251i32)))
let v5 = workgroup_iscan_and(bits((b15[me, (7u32 | 1646320922u32) % 3] ? -1.5f64 : p_f64)))
let v6 = workgroup_iscan_and(b14[me, u32(7i64) % 3])
let v7 = atomic_min(o17_1[me], v5, acq_rel)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, 0)
wait()
let v8 = (bool(fixed_i64[(true ? 4294967296u64 : 1849079205u64) % 6]) ? workgroup_add(b12[me, 0]) : workgroup_min(v7))
if ((grid_size.x / b0[31i32 % 2]) % 2 == 2) {
{
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8)
