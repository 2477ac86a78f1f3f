// Program 15387 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15387
program conform_15387
workgroup 2, 3, 1
grid 6, 3, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = -8
param p_u64: u64 = 10
param p_i64: i64 = -13
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18] @range(43, 23)
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[6]
uniform fixed_u64: u64[9]
in fixed_i64: i64[7] @cache(streaming)
in fixed_f32: f32[5]
in fixed_f64: f64[4]
uniform b10: i8[3, 3]
scratch b11: bool[18]
scratch b12: u16[18] @live
persistent o13_57: i64[, 1, 3]
persistent b14: atomic u64[4]
out b15: atomic i32[18]
shared b16: u32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = x0
if me < 19 { b11[me] = (bool(fixed_f32[p_u32 % 6]) && fixed_bool[me & 3]) }
b11[me] = (bool(fixed_f32[me & 7]) & (fixed_bool[me & 1] ? fixed_bool[v2 % 7] : fixed_bool[me & 3]))
return 4294967294u32
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_or(bytes[me + 0])
var v6 = (sqrt(fixed_f64[TABLE[p_u32 % 10] % 5]) > (fixed_f64[9223372036854775807i64 % 5] / fixed_f64[2147483648u32 % 5]))
v6 = ((fixed_bool[p_u32 % 7] ? p_bool : p_bool) && grid_and((p_bool | v6)))
if (fixed_i64[2147483647u32 % 8] != p_i64) { return u32(x3) }
barrier grid
return x3
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = workgroup_max((fixed_bool[me & 7] ? p_f64 : fixed_f64[1903475175i64 % 5]))
let v8 = workgroup_and(b11[me])
let v9 = workgroup_and(b16[here])
let v10 = atomic_load(b15[me])
var a11: u32[2]
a11[1] = (v9 / p_u32)
let v12, v13 = f2(a11, v9 % 14)
let v14 = f4((b12[me] % v12), a11, (max))
let v15 = f6(clamp(a11[p_i64 % 3], a11[popcount(v9) % 3], u32_at(bytes, TABLE[p_u32 % 10] % 41)), a11)
let v16 = f6((v8 ? a11[v15 % 3] : v15), a11)
f3(b1[me..me + 1], u32(rotr(v10, v10)))
b14[b12[me] % 5] -= p_u64
if grid_iscan_or(v8) {
b16[here] += ((v8 ? v14 : p_u32) >> bits(v7))
b11[me] = ((v8 ? 7i64 : p_i64) != p_i64)
} else {
a11[(b1[me] | 956949599u32) % 2] += ceil_div(ctz(v13), max(b16[here], 31u32))
b1[me] += clz((v8 ? v9 : b12[me]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v7)) + u32(v8) + u32(v9) + u32(v10) + u32(a11[1]) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
