// Program 54263 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 54263
program conform_54263
workgroup 1, 1, 9
grid 2, 1, 18
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -15
param p_u64: u64 = 2
param p_i64: i64 = -7
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[11] @align(1)
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[11]
in fixed_i64: i64[8]
uniform fixed_f32: f32[6]
uniform fixed_f64: f64[10]
uniform b10: i8[9, 3]
persistent b11: u32[37, 3]
persistent o12_38: bool[]
out b13: i64[37, 2]
inout o14_37: u64[, 1] @align(256)
scratch b15: atomic u32[2] @align(2)
out b16: atomic u64[36]
shared b17: u32[9]
shared b18: f64[9]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[36]
scratch q_dead: u32[36]
scratch q_unused: u64[36, 3]
out q_y: u32[36]
out q_z: i64[36]
out q_n: atomic u32[1]
out q_rows: u32[36] @count(q_n)
fn f2(q: in f64[], k: u32) -> f64, u32 {
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
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..36 {
q_t[q_i] = b0[q_i] * 45 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
each q_k in 0..36 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 6
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 2)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..36 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..36 {
var q_c = q_m % 40
while q_c < 25 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_and(p_i64)
let v1 = workgroup_scan_or(p_bool)
let v2 = workgroup_scan_or(b0[me + 2])
let v3 = atomic_add(b16[me], p_u64)
var a4: f64[3]
a4[1] = f64(bytes[me + 2])
let v5, v6 = f2(fixed_f64, v2 % 14)
let v7 = f4(f64(b10[me & 7, v6 % 3]), a4, (*))
let v8 = f6(p_f64, a4)
let v9 = f6(v7, a4)
f3(b1[me..me + 1], min(min(32u32, v2), bits(fixed_f32[me & 1])))
b19[4294967294u32 % 2] += (u64_at(bytes, TABLE[7] % 41) + u64(v5))
let v10 = (i64(fixed_i64[4294967294u32 % 9]) + workgroup_or(i64(p_u32)))
b11[me, 1] = mulhi((v6 ^ b17[here]), abs(v6))
barrier workgroup
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(bits(a4[1]) >> 32) + u32(bits(v5) >> 32) + u32(v6) + u32(bits(v7)) + u32(bits(v8)) + u32(bits(v9) >> 32) + u32(v10 >> 32)
