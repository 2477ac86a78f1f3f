// Program 3109 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3109
program conform_3109
workgroup 4, 4, 3
grid 16, 8, 6
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = -19
param p_u64: u64 = 35
param p_i64: i64 = -9
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[768]
out b1: u32[768]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[5]
uniform fixed_u64: u64[5]
in fixed_i64: i64[9] @align(4)
uniform fixed_f32: f32[10]
in fixed_f64: f64[6]
uniform b10: bf16[9, 1]
persistent o11_1536: u32[, 2]
persistent b12: u16[769]
persistent b13: atomic u32[4]
inout b14: atomic i32[len(b0)]
shared b15: u32[48]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[16]
out relayed: u32[16]
scratch q_t: u32[768]
scratch q_dead: u32[768]
scratch q_unused: u64[768, 3]
out q_y: u32[768]
out q_z: i64[768]
out q_n: atomic u32[1]
out q_rows: u32[768] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
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
each q_i in 0..768 {
q_t[q_i] = b0[q_i] * 60 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
each q_k in 0..768 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 7
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 6)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..768 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..768 {
var q_c = q_m % 24
while q_c < 29 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_xor(atomic_load(b14[me]))
let v1 = workgroup_scan_xor(fixed_u64[me & 3])
let v2 = workgroup_scan_xor(fixed_i64[1292916401u32 % 10])
let v3 = atomic_exchange(b14[me], v0, acq_rel)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = b0[me & 7]
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a4: u32[1]
a4[0] = (o11_1536[me, 1148853355u32 % 2] % p_u32)
let v5, v6 = f2(a4, bytes[me & 7] % 14)
let v7 = f4((v5 * 128u32), a4, min)
let v8 = f6((-p_u32), a4)
let v9 = f6(u32(fixed_f32[me & 7]), a4)
f3(b1[me..me + 2], u32_at(bytes, 0u32 % 41))
b15[here] = ((fixed_bool[me & 1] || p_bool) ? ctz(o11_1536[me, 1]) : (64u32 / u32_at(bytes, v8 % 41)))
if fixed_bool[2147483647u32 % 12] {
if me <= 767 { o11_1536[me, fixed_u32[me & 3] % 3] = (-popcount(v5)) }
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
