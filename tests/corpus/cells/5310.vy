// Program 5310 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5310
program conform_5310
workgroup 16, 3, 1
grid 32, 6, 1
param p_bool: bool = true
param p_u32: u32 = 8
param p_i32: i32 = 8
param p_u64: u64 = 0
param p_i64: i64 = -9
param p_f32: f32 = 6.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[10]
uniform fixed_u64: u64[9]
in fixed_i64: i64[10]
uniform fixed_f32: f32[7]
in fixed_f64: f64[5]
uniform o10_4: u16[, 2]
persistent b11: u16[192]
out b12: i8[192]
scratch b13: i16[192] @live
inout o14_191: f32[] @align(32)
persistent b15: u64[193]
out b16: atomic u64[4]
inout b17: atomic i64[192]
shared b18: u32[48]
shared b19: u16[48]
shared b20: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic u64[192]
out t_y: u32[192]
fn f2(q: in i64[], k: u32) -> i64, u32 {
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
loop {
if atomic_add(t_n[me], 2) > 16 { break }
t_y[me] += 5
}
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 9 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = workgroup_iscan_max(b18[here])
let v1 = workgroup_iscan_max(b12[me])
let v2 = workgroup_iscan_max(u64_at(bytes, v0 % 41))
let v3 = atomic_compare_exchange(b17[me], i64(lid.x), fixed_i64[p_u32 % 11])
var a4: i64[1]
a4[0] = atomic_xor(b17[me], v3, relaxed, system)
let v5, v6 = f2(fixed_i64, lid.y % 14)
let v7 = f4((fixed_bool[me & 1] ? i64(lid.z) : v3), a4, min)
let v8 = f6(a4[v6 % 2], a4)
let v9 = f6((fixed_bool[me & 7] ? a4[v6 % 2] : i64(wid.x)), a4)
f3(b1[me..me + 2], (v6 / (b18[here] / u32_at(bytes, u32(i64(workgroup_size.y)) % 41))))
barrier workgroup
async_copy(b19, 0, o10_4, 2147483648u32 % 3, 29)
barrier grid
wait()
var w10 = 2
while w10 > 0 && (w10 % 3 == 2 || (fixed_bool[rotr(255u32, fixed_i32[1]) % 7] ? grid_all((fixed_bool[me & 3] && false)) : fixed_bool[b0[p_u32 % 193] % 7])) {
w10 -= 1
var w11 = 0
loop {
w11 += 1
if w11 > 2 { break }
a4[b18[here] % 1] = (fixed_bool[fixed_u32[p_u32 % 10] % 7] ? grid_scan_and(rotr(v3, v2)) : grid_xor(mulhi((2122182562i64 | fixed_i64[v6 % 11]), reverse(v7))))
var v12 = ((fixed_bool[32u32 % 7] ? fixed_bool[b0[p_u32 % 193] % 7] : fixed_bool[1975810290u32 % 7]) ? grid_xor((v1 < v1)) : grid_xor(bool(v6)))
v12 = grid_load(fixed_bool[fixed_i64[p_u32 % 11] % 7])
if (bool(64i32) ? fixed_bool[4294967295u32 % 7] : (!fixed_bool[p_u32 % 7])) {
continue
}
o14_191[me] = (f32(p_f64) + workgroup_broadcast(round(clamp(fixed_f32[me & 7], fixed_f32[me & 7], fixed_f32[3u32 % 8])), u32_at(bytes, 11) % 49) * workgroup_load(fixed_f32[4294967295u32 % 8]))
}
if (fixed_bool[0u32 % 7] || true) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(a4[0]) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9)
