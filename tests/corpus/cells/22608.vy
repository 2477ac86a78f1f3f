// Program 22608 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22608
program conform_22608
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 1
param p_i32: i32 = 13
param p_u64: u64 = 12
param p_i64: i64 = -10
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1] @cache(streaming)
out b1: u32[len(b0)] @cache(streaming)
in bytes: u8[40]
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[9]
in fixed_i32: i32[9]
in fixed_u64: u64[7]
uniform fixed_i64: i64[6]
in fixed_f32: f32[10]
in fixed_f64: f64[5]
in o10_7: u16[]
inout b11: u64[1]
out b12: i16[3]
persistent b13: f64[len(b0)]
persistent b14: f32[len(b0)]
inout b15: atomic i32[3]
inout b16: atomic i64[1] @align(2)
shared b17: u32[1]
shared b18: u64[1]
shared b19: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[1]
scratch q_dead: u32[1]
scratch q_unused: u64[1, 3]
out q_y: u32[1]
out q_z: i64[1]
out q_n: atomic u32[1]
out q_rows: u32[1] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
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
each q_i in 0..1 {
q_t[q_i] = b0[q_i] * 100 + q_i
}
each q_k in 0..1 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 7
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 7)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..1 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..1 {
var q_c = q_m % 5
while q_c < 7 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_min(p_u32)
let v1 = subgroup_min(i32(workgroups.y))
let v2 = subgroup_min((popcount(b18[here]) % (4294967295u64 >> atomic_min(b16[me], 128i64, relaxed, device))))
let v3 = subgroup_min(reverse((fixed_i64[me & 7] + (-1i64))))
let v4 = subgroup_min(f32(abs(v0)))
let v5 = subgroup_min(fixed_f64[me & 1])
let v6 = subgroup_max(b17[here])
let v7 = subgroup_max((v1 ^ i32(workgroup_size.y)))
let v8 = subgroup_max((fixed_bool[me & 7] ? b18[here] : v2))
let v9 = subgroup_max(v3)
let v10 = subgroup_max(v4)
let v11 = atomic_or(b16[me], p_i64)
var a12: f32[2]
a12[1] = trunc(a12[u32_at(bytes, 0) % 3])
let v13, v14 = f2(a12, (v0 >> v1) % 14)
let v15 = f4(trunc(b14[me]), a12, f5)
let v16 = f6((-fixed_f32[me & 1]), a12)
let v17 = f6((fixed_bool[me & 7] ? v10 : p_f32), a12)
f3(b1[me..me + 2], u32((p_i32 > i32(workgroups.x))))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, u32(16777217.0f64) % 2)
wait()
b19[here] = 32u32
for k18 in 18446744073709551615u64 - u64(0u32 % 6)..18446744073709551615u64 {
if (i32(u64_at(bytes, v14 % 41)) == i32(k18)) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(bits(v4)) + u32(bits(v5)) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(bits(v10)) + u32(v11 >> 32) + u32(bits(a12[1])) + u32(bits(v13)) + u32(v14) + u32(bits(v15)) + u32(bits(v16)) + u32(bits(v17))
