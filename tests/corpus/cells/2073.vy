// Program 2073 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2073
program conform_2073
workgroup 33, 1, 1
param p_grid: u32 = 256
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 0
param p_i32: i32 = 10
param p_u64: u64 = 7
param p_i64: i64 = -10
param p_f32: f32 = 6.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[264] @binding(7)
out b1: u32[264] @binding(14) @align(1) @cache(streaming)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[7] @binding(28)
in fixed_u32: u32[10] @binding(35) @align(256)
in fixed_i32: i32[5] @binding(5) @align(128)
in fixed_u64: u64[9] @binding(12)
uniform fixed_i64: i64[5] @binding(19)
in fixed_f32: f32[10] @binding(26)
uniform fixed_f64: f64[4] @binding(33)
in o10_27: i8[, 3] @binding(3)
scratch b11: f64[264] @binding(10)
inout b12: bool[264] @binding(17) @align(4)
scratch b13: u16[266, 2] @binding(24)
scratch b14: bool[263, 3] @live @binding(31)
persistent b15: atomic i32[3] @binding(1)
inout o16_264: atomic i64[] @binding(8)
shared b17: u32[33] @binding(15)
shared b18: f64[33] @binding(22)
shared b19: atomic u64[2] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_min(fixed_u64[7u32 % 10])
let v1 = workgroup_scan_min(i64(p_u64))
let v2 = workgroup_scan_max(b13[me, 2105906860u32 % 2])
let v3 = atomic_min(o16_264[me], v1, acquire, system)
var a4: u32[2]
a4[1] = abs(p_u32)
let v5, v6 = f2(TABLE, p_u32 % 14)
let v7 = f4(abs(v5), a4, min)
let v8 = f6((v5 * 4294967295u32), a4)
let v9 = f6(u32(fixed_i64[me & 3]), a4)
f3(b1[me..me + 1], lane)
barrier workgroup
async_copy(b18, 2, fixed_f64, 2147483647u32 % 5, 26)
wait()
atomic_sub(b15[ceil_div(v2, v9) % 4], i32(wid.x), acq_rel)
for k10 in -2..2 {
a4[SUM % 2] = (~u32(u64(fixed_f32[u32(false) % 11])))
if (fixed_bool[288914120i64 % 8] || grid_broadcast((p_f32 == fixed_f32[me & 1]), (255u32 * fixed_u32[p_u32 % 11]) % 265)) {
var a11: f64[1]
a11[u32(false) % 2] = f64(p_f32)
let v12 = a11[u32(false) % 1]
a4[fixed_u32[me & 3] % 2] += p_u32
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3 >> 32) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
