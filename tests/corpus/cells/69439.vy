// Program 69439 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 69439
program conform_69439
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 19
param p_u64: u64 = 37
param p_i64: i64 = -18
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[8]
in fixed_u64: u64[5] @cache(streaming)
in fixed_i64: i64[11]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[9]
in o10_12: u8[, 3] @align(2)
scratch b11: u8[31] @live
out b12: i64[33] @cache(streaming)
persistent b13: i8[30]
persistent b14: i16[32]
inout b15: f64[33]
inout b16: atomic i64[2]
out b17: atomic i32[31]
shared b18: u32[31]
shared b19: u8[31]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[31]
scratch q_dead: u32[31]
scratch q_unused: u64[31, 3]
out q_y: u32[31]
out q_z: i64[31]
out q_n: atomic u32[1]
out q_rows: u32[31] @count(q_n)
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
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_max((x0 % u32_at(bytes, x0 % 41)))
let v3 = workgroup_add(p_f64)
var v4 = reverse(u32(fixed_u64[p_u32 % 6]))
for k5 in u32(v4) % 3..x0 % 6 {
}
return (v4 << u64(fixed_f32[v2 % 11]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..31 {
q_t[q_i] = b0[q_i] * 45 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..31 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 4
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 2)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..31 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..31 {
var q_c = q_m % 7
while q_c < 21 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v6 = workgroup_scan_or(b18[here])
let v7 = workgroup_scan_or(max(b13[me], (-fixed_i32[me & 1])))
let v8 = workgroup_scan_or(fixed_u64[me & 7])
let v9 = atomic_exchange(b17[me], v7, acq_rel, device)
var a10: f64[5]
a10[2] = trunc(fixed_f64[me & 7])
let v11, v12 = f2(a10, mulhi(b1[me], o10_12[me & 3, 1]) % 14)
let v13 = f4(v11, a10, (+))
let v14 = f6(fma(v11, fixed_f64[v12 % 10], v11), a10)
let v15 = f6(fma(b15[me], p_f64, v13), a10)
f3(b1[me..me + 1], bits(min(fixed_f32[b11[me] % 11], fixed_f32[me & 1])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 19)
wait()
for k16 in -2..2 {
b1[me] = u32((v11 * v15))
let v17 = (fixed_u64[i64(false) % 6] + grid_xor(1883002329u64) * grid_load(fixed_u64[(len(b0) << 1498798575u32) % 6]))
for k18 in o10_12[p_u32 % 5, 1] % 2..2 + (u32(p_u64) + grid_load(b19[fixed_u32[3] % 32])) % 3 {
let v19 = workgroup_or(k16)
a10[k18 % 5] = round(v11)
barrier workgroup
var v20 = workgroup_add(fixed_f64[fixed_i64[me & 1] % 10])
b1[me] = ceil_div((-v12), u32(843446866u64))
if bool(fma(p_f32, fixed_f32[p_u64 % 11], fixed_f32[k18 % 11])) {
for k21 in ctz(fixed_i64[v6 % 12]) % 3..fixed_i64[me & 3] % 6 step b12[me] % 3 {
atomic_add(b16[1u32 % 3], ((fixed_bool[me & 7] ? fixed_bool[me & 3] : fixed_bool[me & 3]) ? (k21 % b12[me]) : (p_i64 & i64(lid.x))), acq_rel, system)
let v22 = k16
}
barrier workgroup
break
}
region "r23" {
}
if ((fixed_bool[clamp(b0[p_u32 % 32], k18, k18) % 10] ? p_bool : true) ^ (true ? fixed_bool[(false ? b0[10] : k18) % 10] : fixed_bool[abs(5u32) % 10])) {
barrier workgroup
break
}
barrier workgroup
}
if ((fixed_f32[31u32 % 11] < fixed_f32[2147483648u32 % 11]) ? (fixed_bool[1225203335u32 % 10] ? fixed_bool[fixed_u64[1] % 10] : fixed_bool[1318304372u64 % 10]) : (p_bool || p_bool)) {
continue
}
if fixed_bool[(3u32 + 4294967294u32) % 10] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(bits(a10[2])) + u32(bits(v11)) + u32(v12) + u32(bits(v13)) + u32(bits(v14) >> 32) + u32(bits(v15) >> 32)
