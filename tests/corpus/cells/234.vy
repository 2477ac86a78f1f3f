// Program 234 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 234
program conform_234
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = false
param p_u32: u32 = 18
param p_i32: i32 = 3
param p_u64: u64 = 17
param p_i64: i64 = -1
param p_f32: f32 = 2.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99] @range(354, 10)
in bytes: u8[40]
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[7]
in fixed_u64: u64[8]
in fixed_i64: i64[7] @cache(streaming)
in fixed_f32: f32[5]
in fixed_f64: f64[8]
in b10: f16[2, 3]
scratch b11: u64[99]
out b12: u64[100, 2]
inout b13: f64[101]
persistent b14: f64[99]
inout o15_300: bf16[, 3]
inout b16: atomic i32[4]
out b17: atomic u32[len(b0)]
shared b18: u32[33]
shared b19: u64[33]
shared b20: atomic i64[33]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[99]
scratch q_dead: u32[99]
scratch q_unused: u64[99, 3]
out q_y: u32[99]
out q_z: i64[99]
out q_n: atomic u32[1]
out q_rows: u32[99] @count(q_n)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f6[T: any](a: T, q: in T[]) -> T {
shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]
let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
t[me] = a == q[0] ? q[0] : a
barrier workgroup
let got = t[len(t) - 2 - me]
barrier workgroup
return got
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..99 {
q_t[q_i] = b0[q_i] * 53 + q_i
}
barrier grid
barrier grid
each q_k in 0..99 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 2
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..99 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..99 {
var q_c = q_m % 4
while q_c < 16 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_iscan_xor(fixed_i32[me & 1])
let v1 = workgroup_iscan_xor(p_u64)
let v2 = workgroup_iscan_xor(fixed_i64[127u32 % 8])
let v3 = atomic_or(b17[me], p_u32, relaxed)
var a4: u64[1]
a4[0] = u64(atomic_load(b17[me]))
let v5, v6 = f2(fixed_u64, ceil_div(v3, 3u32) % 14)
let v7 = f4(u64(fixed_f64[popcount(2u64) % 9]), a4, f5)
let v8 = f6(rotl(v5, v5), a4)
let v9 = f6((b11[me] * v1), a4)
f3(b1[me..me + 2], u32(u32(fixed_f64[v2 % 9])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, b0[p_u32 % 100] % 34)
wait()
atomic_add(b16[u32_at(bytes, p_u32 % 41) % 5], p_i32, acquire, device)
var v10 = grid_scan_and(v2)
v10 += rotr(reverse(v10), 128u64)
let v11 = (u64(fixed_f64[64u32 % 9]) + workgroup_and(v1) * workgroup_add(fixed_u64[me & 7]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11)
