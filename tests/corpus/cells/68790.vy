// Program 68790 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 68790
program conform_68790
workgroup 1, 1, 9
grid 1, 1, 18
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = -5
param p_u64: u64 = 16
param p_i64: i64 = -23
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[6]
in fixed_u64: u64[11]
uniform fixed_i64: i64[6]
in fixed_f32: f32[3] @cache(streaming)
uniform fixed_f64: f64[10]
uniform o10_3: i16[, 3]
inout b11: u64[20, 3]
persistent b12: u8[19]
persistent b13: f32[19]
scratch b14: atomic u32[2] @live
out b15: atomic i32[len(b0)]
shared b16: u32[9]
shared b17: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[18]
scratch q_dead: u32[18]
scratch q_unused: u64[18, 3]
out q_y: u32[18]
out q_z: i64[18]
out q_n: atomic u32[1]
out q_rows: u32[18] @count(q_n)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..18 {
q_t[q_i] = b0[q_i] * 70 + q_i
}
each q_k in 0..18 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 3
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 7)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..18 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..18 {
var q_c = q_m % 38
while q_c < 22 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = grid_iscan_add(max(fixed_i32[me & 3], o10_3[b16[here] % 2, 1]))
let v1 = grid_iscan_add(u64_at(bytes, 256i32 % 41))
let v2 = grid_iscan_add(i64(workgroups.y))
let v3 = atomic_exchange(b15[me], v0, release)
var a4: u32[3]
a4[1] = b12[me]
let v5, v6 = f2(fixed_u32[33u32 % 6..u32(false) % 14], (a4[p_u32 % 4] ^ u32_at(bytes, p_u32 % 41)) % 14)
let v7 = f4((fixed_bool[me & 1] ? v6 : len(o10_3, 0)), a4, min)
f3(b1[me..me + 1], u32((v5 % 2 == 2)))
b14[p_u32 % 3] -= a4[v5 % 4]
let v8 = ((fixed_bool[ceil_div(256u32, TABLE[p_u32 % 10]) % 5] ? fixed_bool[(true ? 3u64 : fixed_u64[p_u32 % 12]) % 5] : fixed_bool[bytes[15] % 5]) ? workgroup_scan_or(i64(fixed_f64[u32_at(bytes, 7) % 11])) : workgroup_and(min(v2, v2)))
let v9 = max(fixed_f64[p_u32 % 11], max(p_f64, fixed_f64[255u32 % 11]))
each i in 0u64..18 {
a4[ctz(a4[0]) % 3] |= ceil_div((fixed_u32[(p_u32 - p_u32) % 8] - v5), min(b0[v8 % 19], v5))
}
var v11 = ((fixed_f64[reverse(i64(workgroups.x)) % 11] <= -2.5f64) ? grid_and(v5) : grid_broadcast(a4[(true ? a4[p_u32 % 4] : v5) % 4], 1066330999u32 % 19))
v11 += (max(4294967294u32, u32_at(bytes, 256u32 % 41)) + grid_and(u32_at(bytes, (b0[me & 1] / b12[me]) % 41)))
b11[me, min(len(o10_3, 1), v5) % 3] = mulhi(reverse(63u64), (fixed_u64[v5 % 12] << p_i64))
b16[here] += (rotr(u32_at(bytes, v0 % 41), v3) + (fixed_bool[a4[0] % 5] ? len(b0) : bytes[me + 2]))
var v12 = ((fixed_bool[v11 % 5] != fixed_bool[popcount(1i64) % 5]) ? grid_min(p_f64) : v9)
barrier grid
assert me < 9 || fixed_bool[u32_at(bytes, p_u32 % 41) % 5], "{}", (336805814i32 <= atomic_min(b15[me], v3, relaxed, workgroup))
barrier workgroup
let v13 = clz(abs(v11))
each i in 0i64..18 {
}
let v15 = grid_add(b13[me])
b11[me, popcount(v5) % 4] = workgroup_xor(u64(unbits(0xfad7d1c318f80709u64)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(v9) >> 32) + u32(v11) + u32(bits(v12)) + u32(v13) + u32(bits(v15))
