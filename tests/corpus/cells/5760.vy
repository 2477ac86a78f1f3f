// Program 5760 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5760
program conform_5760 service
workgroup 32, 1, 1
grid 45, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -12
param p_u64: u64 = 2
param p_i64: i64 = -25
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[3]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[5]
in fixed_i64: i64[6]
in fixed_f32: f32[10]
in fixed_f64: f64[9]
in b10: i8[3]
persistent b11: f64[63, 1]
inout o12_65: i8[] @cache(streaming)
scratch b13: i8[66] @live
out b14: i64[63] @range(107, 244)
persistent b15: atomic u32[1]
inout o16_64: atomic i32[]
mapped b17: i64[64]
mapped b18: i64[64]
mapped b19: atomic u32[64]
shared b20: u32[32]
shared b21: u64[32]
shared b22: atomic u32[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4096] @count(found)
scratch q_t: u32[64]
scratch q_dead: u32[64]
scratch q_unused: u64[64, 3]
out q_y: u32[64]
out q_z: i64[64]
out q_n: atomic u32[1]
out q_rows: u32[64] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..64 {
q_t[q_i] = b0[q_i] * 44 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..64 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 1
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 6)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..64 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..64 {
var q_c = q_m % 11
while q_c < 2 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_min(fixed_u64[me & 7])
let v1 = subgroup_scan_min(b14[me])
let v2 = subgroup_scan_max(2147483647u32)
let v3 = subgroup_scan_max(fixed_i32[me & 3])
let v4 = subgroup_scan_max(clz(v0))
let v5 = subgroup_scan_max(0i64)
let v6 = subgroup_scan_and(p_bool)
let v7 = subgroup_scan_and(v2)
let v8 = subgroup_scan_and(i32(fixed_f64[me & 7]))
let v9 = subgroup_scan_and(u64(b10[me & 3]))
let v10 = subgroup_scan_and(32i64)
let v11 = atomic_exchange(o16_64[me], fixed_i32[me & 3], acq_rel)
var a12: f64[4]
a12[2] = max(p_f64, fixed_f64[v2 % 10])
let v13, v14 = f2(fixed_f64, (~v2) % 14)
let v15 = f4((-1.0f64), a12, f5)
f3(b1[me..me + 2], ctz((u32_at(bytes, u64(0.0f32) % 41) + p_u32)))
pause()
atomic_add(b15[u32(p_f32) % 2], ((u32_at(bytes, v14 % 41) + v14) + p_u32))
let v16 = (bool(unbits(0xbd8e20cu32)) ? workgroup_broadcast((atomic_load(b19[me]) % 2 != 1), 1u32 % 33) : workgroup_iscan_xor(((-fixed_f32[me & 7]) <= f32(v14))))
let v17 = grid_load(fixed_f64[workgroup_size.z % 10])
var w18 = 4
while w18 > 0 && (w18 % 3 == 2 || ((b0[max(2147483647u32, 256u32) % 65] % 5 != 1) || grid_all(true))) {
w18 -= 1
if ((fixed_u64[(true ? 33u32 : len(b0)) % 6] % fixed_u64[p_u32 % 6]) > (fixed_bool[33u32 % 10] ? fixed_u64[b0[5] % 6] : fixed_u64[b0[p_u32 % 65] % 6])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[2]) >> 32) + u32(bits(v13)) + u32(v14) + u32(bits(v15) >> 32) + u32(v16) + u32(bits(v17))
