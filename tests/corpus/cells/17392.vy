// Program 17392 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17392
program conform_17392
workgroup 64, 1, 1
param p_grid: u32 = 255
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = -11
param p_u64: u64 = 2
param p_i64: i64 = -36
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[6]
in fixed_i32: i32[5]
uniform fixed_u64: u64[6]
in fixed_i64: i64[5]
uniform fixed_f32: f32[8]
uniform fixed_f64: f64[9] @cache(streaming)
in b10: i16[1, 3]
out b11: bool[258] @range(452, 130)
persistent b12: i64[256, 2]
inout o13_768: f16[, 3]
inout b14: atomic u64[1]
out b15: atomic i64[256]
shared b16: u32[64]
shared b17: f16[64]
shared b18: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[256]
scratch q_dead: u32[256]
scratch q_unused: u64[256, 3]
out q_y: u32[256]
out q_z: i64[256]
out q_n: atomic u32[1]
out q_rows: u32[256] @count(q_n)
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
each q_i in 0..256 {
q_t[q_i] = b0[q_i] * 66 + q_i
}
each q_k in 0..256 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 6
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..256 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..256 {
var q_c = q_m % 20
while q_c < 14 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_and((max(b15[me], fixed_i64[(9223372036854775807i64 << 650905881u64) % 6]) >> u32(fixed_i32[4294967295u32 % 6])))
let v1 = subgroup_scan_or(fixed_bool[64u32 % 9])
let v2 = subgroup_scan_or((v1 ? (63u32 * b16[here]) : b16[here]))
let v3 = subgroup_scan_or(fixed_i32[me & 3])
let v4 = subgroup_scan_or(fixed_u64[v2 % 7])
let v5 = subgroup_scan_or(ctz(v0))
let v6 = subgroup_scan_xor(bool((b16[here] % 2 == 1)))
let v7 = subgroup_scan_xor(b16[here])
let v8 = subgroup_scan_xor((p_bool ? b10[u32_at(bytes, 3) % 2, 1] : v3))
let v9 = subgroup_scan_xor(u64_at(bytes, (v7 % v7) % 41))
let v10 = subgroup_scan_xor(31i64)
let v11 = atomic_sub(b15[me], p_i64)
var a12: i64[3]
a12[1] = reverse(fixed_i64[me & 7])
let v13, v14 = f2(a12, mulhi(v2, v2) % 14)
let v15 = f4(v10, a12, (max))
let v16 = f6((v5 ^ 127i64), a12)
let v17 = f6(reverse(v5), a12)
f3(b1[me..me + 1], ((p_u32 / v7) & abs(v14)))
let v18 = ((fixed_f32[u32_at(bytes, p_u32 % 41) % 9] > fixed_f32[(127i64 - fixed_i64[p_u32 % 6]) % 9]) ? workgroup_xor(a12[v14 % 4]) : workgroup_broadcast(5i64, wid.z % 65))
a12[v7 % 3] >>= (u64(0.0f64) + subgroup_or((fixed_u64[v2 % 7] + p_u64)))
var v19 = (fixed_bool[bytes[5] % 9] ? workgroup_broadcast(rotr(p_i64, p_i32), 127u32 % 65) : workgroup_and((true ? v10 : fixed_i64[v7 % 6])))
v19 += grid_add((rotl(p_i64, v16) << b0[me & 7]))
var v20 = v19
v20 = workgroup_max(63i64)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[1]) + u32(v13 >> 32) + u32(v14) + u32(v15) + u32(v16 >> 32) + u32(v17) + u32(v18) + u32(v19 >> 32) + u32(v20)
