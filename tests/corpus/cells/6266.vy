// Program 6266 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6266
program conform_6266
workgroup 7, 1, 1
grid 5, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = -1
param p_u64: u64 = 17
param p_i64: i64 = -38
param p_f32: f32 = 4.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[6] @align(64)
uniform fixed_i32: i32[8]
in fixed_u64: u64[9]
uniform fixed_i64: i64[10]
in fixed_f32: f32[10]
uniform fixed_f64: f64[4]
in o10_8: f16[, 2]
persistent b11: u64[7]
scratch b12: bool[8, 2] @live
persistent b13: u8[6, 3]
persistent o14_7: f64[, 1]
inout b15: atomic i64[2]
inout b16: atomic u32[len(b0)]
shared b17: u32[7]
shared b18: u64[7]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[7]
scratch q_dead: u32[7]
scratch q_unused: u64[7, 3]
out q_y: u32[7]
out q_z: i64[7]
out q_n: atomic u32[1]
out q_rows: u32[7] @count(q_n)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
each q_i in 0..7 {
q_t[q_i] = b0[q_i] * 51 + q_i
}
barrier grid
barrier grid
each q_k in 0..7 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 0
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..7 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..7 {
var q_c = q_m % 39
while q_c < 27 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_scan_or(((true ? fixed_i32[me & 7] : fixed_i32[me & 7]) / i32(lid.z)))
let v1 = workgroup_scan_or(fixed_u64[p_u32 % 10])
let v2 = workgroup_scan_or(i64(lid.x))
let v3 = atomic_exchange(b16[me], 32u32, acquire)
var a4: u32[4]
a4[2] = mulhi(v3, 394143833u32)
let v5, v6 = f2(fixed_u32[p_u32 % 6..v3 % 14], max(b13[me, 1], b13[me, 1]) % 14)
let v7 = f4(abs(v3), a4, f5)
let v8 = f6(rotr(b13[me, (v3 + v3) % 3], i32(grid_size.z)), a4)
let v9 = f6(u32(a4[v3 % 5]), a4)
f3(b1[me..me + 2], b13[me, 1])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 1)
wait()
atomic_sub(b15[a4[2] % 3], v2)
if me < len(b11) { b11[me] = u64((v5 ^ v9)) }
b11[me] += reverse((p_u64 & 4294967295u64))
let v10 = ((!fixed_bool[i64(1u64) % 10]) ? fixed_i64[clz(b0[p_u32 % 8]) % 11] : i64(fixed_i64[1u32 % 11]))
b11[me] += (p_u64 + workgroup_iscan_max(v1))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32)
