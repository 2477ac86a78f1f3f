// Program 4489 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4489
program conform_4489 service
workgroup 2, 3, 1
grid 7, 6, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = -4
param p_u64: u64 = 19
param p_i64: i64 = -35
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48]
out b1: u32[48]
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[7]
in fixed_i32: i32[6]
in fixed_u64: u64[8]
in fixed_i64: i64[10]
uniform fixed_f32: f32[11] @align(8)
uniform fixed_f64: f64[10]
uniform o10_2: i16[] @align(64)
persistent b11: i16[len(b0)]
scratch b12: f64[49, 2] @live
scratch b13: f32[48] @live
scratch b14: i64[48] @live
out b15: atomic u64[1]
inout b16: atomic u32[48]
mapped b17: i64[len(b0)]
mapped b18: i64[48]
mapped b19: atomic u64[48]
shared b20: u32[6]
shared b21: i16[6]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[48]
scratch q_dead: u32[48]
scratch q_unused: u64[48, 3]
out q_y: u32[48]
out q_z: i64[48]
out q_n: atomic u32[1]
out q_rows: u32[48] @count(q_n)
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((~(-x0)) << u64((p_i64 << fixed_i64[me & 7])))
block l3 {
if p_bool {  }
}
return ((true ? fixed_bool[me & 3] : fixed_bool[me & 1]) ? u32(p_i32) : clz(p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..48 {
q_t[q_i] = b0[q_i] * 97 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..48 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 5
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..48 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..48 {
var q_c = q_m % 7
while q_c < 6 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = workgroup_iscan_or(false)
let v5 = workgroup_iscan_or(atomic_xor(b16[me], 5u32, acq_rel))
let v6 = workgroup_iscan_or((b21[here] & p_i32))
let v7 = atomic_sub(b16[me], v5, release)
var a8: i32[5]
a8[2] = (v4 ? v6 : b21[here])
let v9, v10 = f2(fixed_i32[v5 % 6..v5 % 14], min(v7, v5) % 14)
let v11 = f4(i32(p_u32), a8, f5)
let v12 = f6(reverse(fixed_i32[v10 % 7]), a8)
let v13 = f6(rotl(v11, workgroup_size.y), a8)
f3(b1[me..me + 2], ((atomic_max(b16[me], 33u32, release, device) % 4 < 1) ? reverse(len(b12, 0)) : rotr(atomic_max(b16[me], TABLE[p_u32 % 10], release), 128i64)))
barrier workgroup
async_copy(b21, 0, o10_2, 4294967294u32 % 3, 256u32 % 7)
wait()
b19[me] = u64(i64(315295546i64))
let v14 = (bool(i64(grid_size.x)) ? workgroup_broadcast(b17[me], u32(unbits(0xa5c20defu32)) % 7) : workgroup_iscan_xor(ctz(min(fixed_i64[i64(i64(subgroup)) % 11], fixed_i64[fixed_u32[5] % 11]))))
var w15 = 4
while w15 > 0 && (w15 % 3 == 2 || grid_all(bool(a8[p_u32 % 6]))) {
w15 -= 1
if (unbits(fixed_u64[(96517395i64 - 32i64) % 9]) <= fixed_f64[(false ? grid_size.y : 4294967295u32) % 11]) {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a8[2]) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32)
