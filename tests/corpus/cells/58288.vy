// Program 58288 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 58288
program conform_58288 service
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = -14
param p_u64: u64 = 23
param p_i64: i64 = -19
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[14] @align(32)
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[10]
uniform fixed_i32: i32[3] @cache(streaming)
uniform fixed_u64: u64[10]
in fixed_i64: i64[8]
uniform fixed_f32: f32[8]
uniform fixed_f64: f64[6]
uniform o10_4: f16[, 1]
out b11: f16[14]
inout b12: bool[16]
scratch b13: f16[16, 3] @live
inout b14: f64[16, 1]
inout b15: u32[15, 3]
scratch b16: atomic u32[1]
scratch b17: atomic u64[14] @live
mapped b18: bool[14]
mapped b19: f64[13]
mapped b20: atomic u64[14]
shared b21: u32[7]
shared b22: f16[7]
shared b23: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[896] @count(found)
scratch q_t: u32[14]
scratch q_dead: u32[14]
scratch q_unused: u64[14, 3]
out q_y: u32[14]
out q_z: i64[14]
out q_n: atomic u32[1]
out q_rows: u32[14] @count(q_n)
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
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = bool(fixed_u64[(~x0) % 11])
v2 = fixed_bool[4294967294u32 % 7]
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
if (ceil(fixed_f32[me & 7]) <= trunc(fixed_f32[x0 % 9])) { break }
}
return popcount(rotr(workgroup_size.x, 1877209502u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..14 {
q_t[q_i] = b0[q_i] * 15 + q_i
}
each q_k in 0..14 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 4
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..14 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..14 {
var q_c = q_m % 40
while q_c < 30 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = subgroup_add(((b18[me] & fixed_bool[me & 7]) ? (fixed_bool[u32_at(bytes, p_u32 % 41) % 7] ? b22[here] : 1.5f32) : (b22[here] * o10_4[u64(clock() <= clock()) % 5, 0])))
let v5 = subgroup_add(fixed_f64[me & 7])
let v6 = subgroup_min(ctz(b15[me, 1]))
let v7 = subgroup_min(p_i32)
let v8 = subgroup_min(atomic_exchange(b17[me], u64_at(bytes, 16), relaxed, system))
let v9 = subgroup_min(i64(wid.x))
let v10 = subgroup_min(fixed_f32[me & 7])
let v11 = subgroup_min(unbits(p_u64))
let v12 = subgroup_max(clamp(ceil_div(v6, v6), bytes[me + 1], 127u32))
let v13 = subgroup_max(v7)
let v14 = subgroup_max(v8)
b17[me] = rotl(u64(bytes[me + 1]), p_u32)
var a15: f64[2]
a15[1] = round(a15[(b12[me] ? 32u32 : 4294967294u32) % 3])
let v16, v17 = f2(a15, (64u32 - b15[me, 1]) % 14)
let v18 = f4(v11, a15, min)
let v19 = f6((a15[(v12 >> 33i64) % 3] / v18), a15)
let v20 = f6(v16, a15)
f3(b1[me..me + 1], (b12[me] ? rotl(v6, p_u32) : v17))
barrier workgroup
async_copy(b22, 0, o10_4, 31u32 % 5, TABLE[p_u32 % 10] % 8)
barrier grid
wait()
var v21 = grid_load(fixed_u64[5u64 % 11])
b11[me] = f32(f32(v13))
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v4)) + u32(bits(v5) >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(bits(v10)) + u32(bits(v11)) + u32(v12) + u32(v13) + u32(v14) + u32(bits(a15[1])) + u32(bits(v16)) + u32(v17) + u32(bits(v18)) + u32(bits(v19) >> 32) + u32(bits(v20)) + u32(v21)
