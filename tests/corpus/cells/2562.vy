// Program 2562 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2562
program conform_2562
workgroup 33, 1, 1
grid 61, 1, 1
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = -1
param p_u64: u64 = 4
param p_i64: i64 = -19
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66]
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[10] @cache(streaming)
in fixed_i32: i32[6]
in fixed_u64: u64[7]
uniform fixed_i64: i64[5]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[11] @align(64)
in o10_2: i8[]
persistent b11: i8[66]
persistent o12_68: f64[, 1]
inout b13: u64[67, 1, 1] @cache(streaming)
out b14: i64[67, 2]
out b15: i16[66] @range(62, 1)
inout b16: atomic i32[1]
scratch b17: atomic u64[66] @live
shared b18: u32[33]
shared b19: i8[33]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[66]
scratch q_dead: u32[66]
scratch q_unused: u64[66, 3]
out q_y: u32[66]
out q_z: i64[66]
out q_n: atomic u32[1]
out q_rows: u32[66] @count(q_n)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
each q_i in 0..66 {
q_t[q_i] = b0[q_i] * 26 + q_i
}
barrier grid
barrier grid
each q_k in 0..66 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 0
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 8)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..66 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..66 {
var q_c = q_m % 21
while q_c < 26 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_iscan_min(u32(fixed_bool[me & 3]))
let v1 = workgroup_iscan_min(abs(i32(workgroups.y)))
let v2 = workgroup_iscan_min(b13[me, 0, 0])
b17[me] = (~(fixed_bool[me & 1] ? v2 : u64_at(bytes, u32(i32(wid.z)) % 41)))
var a3: bool[3]
a3[1] = (o12_68[me, (v0 * v0) % 1] > fixed_f64[me & 1])
let v4, v5 = f2(fixed_bool, (-workgroup_size.y) % 14)
let v6 = f4((519411819u32 % 4 == 2), a3, f5)
let v7 = f6(bool(a3[bytes[me & 3] % 4]), a3)
let v8 = f6((fixed_bool[me & 7] || true), a3)
f3(b1[me..me + 1], ((v0 - 63u32) * (v5 ^ v5)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 29)
barrier grid
wait()
atomic_sub(b16[clz(v0) % 2], o10_2[me & 7])
each i in 0..2, j in 0..33 {
var w11 = 0
while w11 < 4 && v4 {
w11 += 1
b11[i * 33 + j] += min(rotl(0i32, p_u32), v1)
b11[i * 33 + j] = ((v8 ? v1 : v1) * o10_2[b0[p_u32 % 67] % 3])
b13[i * 33 + j, u32(64u32) % 1, 0] = ((v6 ? u64_at(bytes, p_u32 % 41) : v2) / bits(fixed_f64[p_u32 % 12]))
}
if bool((-u64_at(bytes, len(bytes) % 41))) { continue }
b1[i * 33 + j] = rotl(v0, i64(fixed_i64[p_u32 % 6]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(a3[1]) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
