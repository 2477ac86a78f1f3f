// Program 22920 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22920
program conform_22920
workgroup 64, 1, 1
grid 256, 1, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = 17
param p_u64: u64 = 28
param p_i64: i64 = -28
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[11] @align(2)
uniform fixed_i32: i32[9] @cache(streaming)
uniform fixed_u64: u64[6]
in fixed_i64: i64[4]
in fixed_f32: f32[8]
uniform fixed_f64: f64[10]
in b10: u16[2]
out b11: i32[257, 2]
scratch b12: i64[258, 1]
out b13: u32[256]
out b14: i64[256, 2] @range(1484, 374) @cache(streaming)
out b15: atomic i32[1] @range(3, 0)
inout o16_256: atomic u64[]
shared b17: u32[64]
shared b18: i64[64]
shared b19: atomic u32[3]
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_u64[me & 7]
b11[me, 1] += (rotr(reverse(i32(lid.z)), (fixed_i64[u32(fixed_f32[me & 1]) % 5] >> b10[me & 3])) >> reverse(x0))
b13[me] += u32(u64(2u32))
return (abs(b10[me & 1]) + popcount(x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..256 {
q_t[q_i] = b0[q_i] * 11 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..256 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 0
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..256 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..256 {
var q_c = q_m % 27
while q_c < 18 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v3 = subgroup_load(fixed_f64[len(b1) % 11])
let v4 = subgroup_ballot(true)
let v5 = subgroup_shuffle(fixed_bool[me & 7], u32_at(bytes, 2) % 40)
let v6 = subgroup_shuffle(v4, (v4 / b17[here]) % 40)
let v7 = subgroup_shuffle(reverse(fixed_i32[me & 1]), v6 % 40)
let v8 = subgroup_shuffle(ceil_div(fixed_u64[clamp(p_u32, b17[here], v4) % 7], p_u64), (1u32 >> b11[me, 1]) % 40)
let v9 = subgroup_shuffle(reverse(b12[me, 0]), v4 % 40)
let v10 = subgroup_shuffle(fixed_f32[me & 3], v4 % 40)
let v11 = subgroup_shuffle(v3, reverse(v4) % 40)
let v12 = subgroup_add((fixed_u32[b17[here] % 12] >> v8))
let v13 = subgroup_add(p_i32)
let v14 = atomic_exchange(o16_256[me], u64_at(bytes, p_u32 % 41), acq_rel)
var a15: i32[4]
a15[2] = mulhi(v13, a15[b10[me & 7] % 5])
let v16, v17 = f2(a15, u32(fixed_f32[p_u32 % 9]) % 14)
let v18 = f4(a15[(v6 % p_u32) % 5], a15, (*))
let v19 = f6(mulhi(v13, p_i32), a15)
let v20 = f6((v5 ? b11[me, 1] : p_i32), a15)
f3(b1[me..me + 2], b0[u32(u64_at(bytes, 12)) % 257])
atomic_add(b15[1727493518u32 % 2], (min(fixed_i32[me & 3], b11[me, 1]) % (v13 - i32(workgroup_size.y))), relaxed)
a15[(1u32 - v4) % 4] += v18
b1[me] += ((true && fixed_bool[p_i64 % 12]) ? grid_xor(b0[me + 1]) : u32(p_u32))
a15[v17 % 4] >>= (fixed_bool[rotl(p_u32, b10[0]) % 12] ? grid_scan_xor(v9) : grid_iscan_max(p_i64))
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v3)) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(bits(v10)) + u32(bits(v11) >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(a15[2]) + u32(v16) + u32(v17) + u32(v18) + u32(v19) + u32(v20)
