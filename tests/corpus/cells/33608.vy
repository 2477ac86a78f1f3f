// Program 33608 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33608
program conform_33608
workgroup 5, 1, 1
grid 256, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = -4
param p_u64: u64 = 16
param p_i64: i64 = -21
param p_f32: f32 = 3.25
param p_f64: f64 = -1.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[260]
out b1: u32[260] @range(438, 16)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[3] @cache(streaming)
in fixed_i32: i32[3]
uniform fixed_u64: u64[9]
in fixed_i64: i64[10]
uniform fixed_f32: f32[8]
in fixed_f64: f64[5]
uniform b10: u16[9]
persistent b11: u64[len(b0)]
inout o12_261: u32[, 1]
out b13: u16[262, 2]
out b14: i16[261]
scratch b15: atomic u32[2]
inout b16: atomic u64[260]
shared b17: u32[5]
shared b18: u64[5]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[260]
scratch q_dead: u32[260]
scratch q_unused: u64[260, 3]
out q_y: u32[260]
out q_z: i64[260]
out q_n: atomic u32[1]
out q_rows: u32[260] @count(q_n)
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
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..260 {
q_t[q_i] = b0[q_i] * 8 + q_i
}
each q_k in 0..260 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 0)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..260 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..260 {
var q_c = q_m % 1
while q_c < 25 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_add(mulhi(popcount(fixed_u64[me & 7]), u64(33i32)))
let v1 = subgroup_scan_add(i64(p_f64))
let v2 = subgroup_scan_min(u32(5u32))
let v3 = subgroup_scan_min(b14[me])
let v4 = subgroup_scan_min(u64_at(bytes, v0 % 41))
let v5 = subgroup_scan_min(i64(v4))
let v6 = subgroup_scan_max(127u32)
let v7 = subgroup_scan_max(v3)
let v8 = subgroup_scan_max(v0)
let v9 = subgroup_scan_max(min(v5, v1))
let v10 = subgroup_scan_and(fixed_bool[me & 7])
let v11 = atomic_or(b16[me], p_u64, relaxed, workgroup)
var a12: u32[5]
a12[2] = (false ? b10[me & 1] : p_u32)
let v13, v14 = f2(a12, fixed_u32[me & 7] % 14)
let v15 = f4(p_u32, a12, (max))
let v16 = f6((v13 - v6), a12)
let v17 = f6(rotr(b10[me & 3], b13[me, 1]), a12)
f3(b1[me..me + 1], (~b17[here]))
barrier workgroup
async_copy(b18, 0, fixed_u64, 1801754063u32 % 10, 3)
barrier grid
wait()
for k18 in 63u32 % 2..1 + subgroup * 7 + wid.x + (-p_u32) % 3 {
atomic_add(b15[3u32 % 3], u32(i32(v3)), release, workgroup)
{
}
if (fixed_bool[fixed_u32[p_u32 % 4] % 9] || (fixed_i64[128i32 % 11] != fixed_i64[(false ? k18 : p_u32) % 11])) {
break
}
}
let v19 = (bool(fixed_bool[1u32 % 9]) ? grid_scan_min(v3) : grid_add(3i32))
if fixed_bool[a12[2] % 9] {
b11[me] += ((p_bool ? fixed_u64[me & 3] : v0) * u64(v19))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(a12[2]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v19)
