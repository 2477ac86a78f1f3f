// Program 8325 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8325
program conform_8325 service
workgroup 4, 4, 3
grid 11, 12, 6
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = 2
param p_u64: u64 = 23
param p_i64: i64 = -4
param p_f32: f32 = 6.25
param p_f64: f64 = -6.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[864]
out b1: u32[864]
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[10]
uniform fixed_i64: i64[3]
uniform fixed_f32: f32[11]
uniform fixed_f64: f64[10]
in b10: u16[4, 3]
persistent b11: u16[len(b0)]
inout b12: u64[864, 2]
inout b13: u64[863, 3]
out b14: i16[865]
persistent o15_866: u8[]
scratch b16: atomic u32[2] @live
scratch b17: atomic u32[864]
mapped b18: i8[864]
mapped b19: i16[863]
mapped b20: atomic i32[864]
shared b21: u32[48]
shared b22: u16[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[55296] @count(found)
scratch q_t: u32[864]
scratch q_dead: u32[864]
scratch q_unused: u64[864, 3]
out q_y: u32[864]
out q_z: i64[864]
out q_n: atomic u32[1]
out q_rows: u32[864] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..864 {
q_t[q_i] = b0[q_i] * 44 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..864 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 6
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..864 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..864 {
var q_c = q_m % 40
while q_c < 15 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_and(fixed_i64[b10[me & 1, 1] % 4])
let v1 = workgroup_scan_or((fixed_bool[me & 7] || p_bool))
let v2 = workgroup_scan_or(b21[here])
let v3 = atomic_load(b17[me])
var a4: i32[1]
a4[0] = (fixed_i32[me & 7] / b14[me])
let v5, v6 = f2(fixed_i32, (v2 % b10[me & 1, 1]) % 14)
f3(b1[me..me + 2], (v1 ? (v1 ? b21[here] : u32_at(bytes, v6 % 41)) : v3))
barrier workgroup
async_copy(b22, 2, b10, 33u32 % 5, b10[0, 1] % 49)
wait()
hits[atomic_add(found[0], 1)] = max(v2, b10[me & 1, 1])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6)
