// Program 781 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 781
program conform_781 service
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 1
param p_u64: u64 = 1
param p_i64: i64 = -32
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
uniform fixed_bool: bool[9] @align(32)
in fixed_u32: u32[4]
in fixed_i32: i32[6]
uniform fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[8]
uniform fixed_f64: f64[5]
in o10_15: f16[, 3] @align(64)
scratch b11: f16[len(b0)]
persistent b12: i8[33, 1]
scratch b13: bool[33, 1] @live
persistent b14: u64[35]
inout b15: atomic i32[4]
scratch b16: atomic u32[len(b0)] @cache(streaming)
mapped b17: f64[33]
mapped b18: i64[33]
mapped b19: atomic u32[33]
shared b20: u32[1]
shared b21: f16[1]
shared b22: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic i32[33]
out t_y: u32[33]
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
let v2 = rotr(i64(workgroup_size.x), rotr(fixed_u64[b0[p_u32 % 34] % 5], p_i64))
b12[me, 0] = (bool(unbits(0xe21983e9u32)) ? i32(workgroup_size.y) : reverse(y1))
fence()
return (102305815u32 * max(x0, p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_max(t_n[me], 2) != 2 || t_y[me] < 19 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 15 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v3 = workgroup_iscan_or(b13[me, 0])
let v4 = workgroup_iscan_or(u32(bool(i32(lid.x))))
let v5 = workgroup_iscan_or(p_i32)
let v6 = atomic_add(b16[me], p_u32, release, device)
var a7: i64[5]
a7[2] = (v3 ? fixed_i64[me & 3] : (-1i64))
let v8, v9 = f2(a7, ceil_div(grid_size.z, v4) % 14)
let v10 = f4(b18[me], a7, (*))
let v11 = f6(fixed_i64[5i32 % 7], a7)
let v12 = f6(a7[(v9 / v9) % 6], a7)
f3(b1[me..me + 1], u32(fixed_u64[i32(fixed_i32[me & 7]) % 5]))
barrier workgroup
async_copy(b21, 2, o10_15, 2147483647u32 % 6, 1)
wait()
let n13 = fixpoint k14 in 1..1 {
barrier grid
if k14 < 2 && b13[me, (b0[me + 0] * u32_at(bytes, 29)) % 1] { again }
}
let v16 = grid_load(b22[2i64 % 2])
var w17 = 0
loop {
w17 += 1
if w17 > 4 { break }
let v18 = v4
if (bits(b21[here]) < v4) {
if me < 34 { b11[me] = f32((fixed_bool[p_u32 % 10] ? clz(v12) : popcount(v10))) }
if bool(i32(fixed_f32[v9 % 9])) {
let v19 = v8
let v20 = f0(clamp(v4, 64u32, (true ? n13 : v6)), (bool(fixed_u64[i64(false) % 5]) ? (v3 ? p_i32 : v5) : i32(fixed_u64[me & 1])))
b1[me] = ((fixed_bool[me & 1] ? n13 : atomic_compare_exchange(b16[me], v6, v6, acq_rel)) ^ (~3u32))
} else {
var v21 = popcount((i32(workgroups.z) | v5))
}
} else if (false ? (atomic_max(b16[me], n13) % 3 != 2) : (v4 % 2 >= 2)) {
a7[(3u32 ^ v6) % 5] += ((v5 < i32(workgroup_size.y)) ? (v3 ? v8 : 7i64) : popcount(b18[me]))
} else {
b11[me] = max(fixed_f32[me & 7], f32(fixed_i64[me & 1]))
}
if ((fixed_bool[me & 7] || true) && (2147483647u32 % 5 != 2)) { continue }
}
for k22 in b0[30] % 2..1 + (b0[p_u32 % 34] ^ b0[p_i64 % 34]) % 3 {
if (n13 == b0[fixed_u32[p_u32 % 5] % 34]) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(a7[2]) + u32(v8 >> 32) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(v12 >> 32) + u32(n13) + u32(v16)
