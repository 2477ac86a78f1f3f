// Program 2078 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2078
program conform_2078
workgroup 8, 4, 1
grid 30, 16, 1
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = -2
param p_u64: u64 = 21
param p_i64: i64 = -1
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[512]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[8] @align(8)
in fixed_i32: i32[9]
in fixed_u64: u64[8] @cache(streaming)
uniform fixed_i64: i64[7] @align(8)
in fixed_f32: f32[7] @cache(streaming)
in fixed_f64: f64[7]
in b10: u16[4, 1]
inout b11: i16[514, 1]
inout b12: bf16[513, 3]
out b13: i16[513] @cache(streaming)
out b14: atomic u32[2]
persistent b15: atomic i64[len(b0)]
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[512]
scratch q_dead: u32[512]
scratch q_unused: u64[512, 3]
out q_y: u32[512]
out q_z: i64[512]
out q_n: atomic u32[1]
out q_rows: u32[512] @count(q_n)
fn f2(q: in f64[], k: u32) -> f64, u32 {
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (max((unbits(0xfff0000000000000u64) + fixed_f64[4294967296i64 % 8]), (fixed_f64[me & 1] + fixed_f64[me & 3])) == trunc(p_f64))
v2 = ((v2 ? fixed_i64[me & 1] : fixed_i64[me & 3]) <= clz(2017434300i64))
b12[me, x0 % 3] = ((b0[me + 2] % 3 == 1) ? (p_bool ? fixed_f32[me & 3] : fixed_f32[me & 7]) : abs(fixed_f32[1189879204u32 % 8]))
var v3 = u64(i32(grid_size.x))
return u32(p_f64)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..512 {
q_t[q_i] = b0[q_i] * 61 + q_i
}
barrier grid
barrier grid
each q_k in 0..512 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 1
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 2)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..512 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..512 {
var q_c = q_m % 12
while q_c < 17 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = workgroup_scan_or(min(p_i64, atomic_compare_exchange(b15[me], p_i64, 670396599i64, acq_rel)))
let v5 = workgroup_scan_xor(((fixed_bool[me & 3] ^ fixed_bool[me & 3]) ^ bool(unbits(0x7ff0000000000000u64))))
let v6 = workgroup_scan_xor(b10[me & 3, 0])
b15[me] = mulhi(clz(v4), min(1i64, v4))
var a7: f64[5]
a7[2] = round(fixed_f64[me & 1])
let v8, v9 = f2(fixed_f64[v6 % 6..256u32 % 14], v6 % 14)
let v10 = f4(f64(fixed_u64[v6 % 9]), a7, (max))
let v11 = f6(f64(v4), a7)
let v12 = f6(f64(unbits(0x94cf342eu32)), a7)
f3(b1[me..me + 2], u32(ceil_div(0u64, fixed_u64[v9 % 9])))
block l13 {
atomic_add(b14[ctz(p_u32) % 3], ((v5 ? v6 : lid.z) / (p_u32 | v6)), release, system)
let v14 = grid_broadcast((v6 >> b16[here]), clz(63u32) % 513)
if (b10[p_u32 % 5, 128u32 % 1] % 5 == 1) {
leave l13
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(bits(a7[2])) + u32(bits(v8)) + u32(v9) + u32(bits(v10) >> 32) + u32(bits(v11)) + u32(bits(v12))
