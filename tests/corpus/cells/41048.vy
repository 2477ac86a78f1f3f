// Program 41048 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 41048
program conform_41048
workgroup 32, 1, 1
grid 91, 1, 1
param p_bool: bool = true
param p_u32: u32 = 14
param p_i32: i32 = -10
param p_u64: u64 = 34
param p_i64: i64 = -12
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[5]
in fixed_i32: i32[11]
in fixed_u64: u64[5] @cache(streaming)
in fixed_i64: i64[3]
uniform fixed_f32: f32[7]
in fixed_f64: f64[4]
in b10: u16[8, 1]
out b11: bool[96, 2]
scratch b12: bf16[len(b0)] @live
out b13: atomic u32[4] @range(2, 14) @cache(streaming)
out b14: atomic i32[len(b0)] @range(80, 8)
shared b15: u32[32]
shared b16: bool[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[6144] @count(found)
scratch q_t: u32[96]
scratch q_dead: u32[96]
scratch q_unused: u64[96, 3]
out q_y: u32[96]
out q_z: i64[96]
out q_n: atomic u32[1]
out q_rows: u32[96] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..96 {
q_t[q_i] = b0[q_i] * 80 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
each q_k in 0..96 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 5
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..96 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..96 {
var q_c = q_m % 23
while q_c < 31 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_or(bits(fixed_f64[b10[me & 7, 0] % 5]))
let v1 = subgroup_scan_or(p_i64)
let v2 = subgroup_scan_xor(p_bool)
let v3 = subgroup_scan_xor(b15[here])
let v4 = subgroup_scan_xor((p_i32 - 906699452i32))
let v5 = subgroup_scan_xor(u64(max(fixed_f64[me & 7], fixed_f64[me & 7])))
let v6 = subgroup_scan_xor(v1)
let v7 = subgroup_iscan_add(b10[me & 3, 0])
let v8 = subgroup_iscan_add(v4)
let v9 = subgroup_iscan_add(v5)
let v10 = subgroup_iscan_add(fixed_i64[me & 3])
let v11 = atomic_exchange(b14[me], v4)
var a12: bool[1]
a12[0] = (v2 ? v2 : p_bool)
let v13, v14 = f2(fixed_bool, v3 % 14)
let v15 = f4(bool(b11[me, 1]), a12, f5)
let v16 = f6((p_u64 == 255u64), a12)
let v17 = f6(bool(fixed_i64[me & 3]), a12)
f3(b1[me..me + 2], ((~127u32) / (SUM | b15[here])))
for k18 in 2147483647u32 % 2..1 + subgroup * 5 + wid.x + grid_size.x % 3 {
if ((fixed_bool[u32(1795663635u64) % 11] ? fixed_bool[u32(true) % 11] : fixed_bool[fixed_i32[p_u32 % 12] % 11]) ? subgroup_all(false) : subgroup_or((v15 ? v13 : p_bool))) {
let v19 = sqrt(unbits(0xfff0000000000000u64))
} else {
}
if (5u32 % 2 < 2) {
continue
}
}
block l20 {
let v21 = workgroup_scan_add((p_u32 / v14))
if wid.x % 4 != 1 {
leave l20
}
barrier workgroup
var w22 = 0
while w22 < 5 && fixed_bool[grid_size.x % 11] {
w22 += 1
if ((a12[p_u32 % 2] & b11[me, 1]) || (v13 ? false : p_bool)) { continue }
if (bool(v13) ? b16[here] : v13) { continue }
}
if workgroup_any(v13) {
leave l20
}
if (((-1i64) <= p_i64) ? subgroup_and(bool(v1)) : subgroup_or(v13)) {
leave l20
}
}
var v23 = ((fixed_f64[b0[78] % 5] >= p_f64) ? grid_add((v13 ? fixed_f64[b15[here] % 5] : clamp(fixed_f64[me & 3], fixed_f64[p_u32 % 5], fixed_f64[me & 7]))) : grid_max(fixed_f64[me & 3]))
v23 = f64(mulhi(fixed_i32[fixed_u32[p_u32 % 6] % 12], p_i32))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(bits(v23) >> 32)
