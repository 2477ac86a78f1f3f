// Program 11074 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11074
program conform_11074
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 27
param p_i32: i32 = 13
param p_u64: u64 = 14
param p_i64: i64 = -22
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[5]
in fixed_i32: i32[7] @align(8)
in fixed_u64: u64[11]
uniform fixed_i64: i64[10]
in fixed_f32: f32[10]
in fixed_f64: f64[10]
uniform b10: f16[6, 1]
out b11: i16[3, 3]
inout b12: i32[3]
out b13: atomic u64[3]
out b14: atomic u64[1]
shared b15: u32[1]
shared b16: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_add(b0[TABLE[3] % 2])
var v3 = grid_min(sqrt(clamp(fixed_f32[v2 % 11], 2.5f32, fixed_f32[me & 1])))
v3 = v3
atomic_sub(b13[x0 % 4], (u64(u64(grid_size.x)) * u64(i64(workgroups.x))), relaxed, system)
b13[b0[me & 7] % 4] -= ceil_div(fixed_u64[me & 7], min(fixed_u64[me & 1], p_u64))
return v2
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_xor(u32(p_i32))
let v5 = workgroup_scan_xor(1i32)
let v6 = workgroup_scan_xor(clz(atomic_load(b14[me])))
let v7 = atomic_compare_exchange(b14[me], p_u64, u64(lid.z), release, device)
var a8: bool[5]
a8[2] = (fixed_i64[me & 3] == fixed_i64[p_u32 % 11])
let v9, v10 = f2(fixed_bool, bytes[me + 0] % 14)
let v11 = f4((b15[here] == v10), a8, f5)
let v12 = f6(a8[v10 % 6], a8)
let v13 = f6((v9 && fixed_bool[me & 7]), a8)
f3(b1[me..me + 1], u32(u64(fixed_f32[me & 7])))
b12[me] = (b11[me, 1] - i32(fixed_f64[me & 7]))
region "r14" {
fixpoint k16 in 1..1 {
var w17 = 0
loop {
w17 += 1
if w17 > 1 { break }
let n18 = fixpoint k19 in 0..2 {
if bool(v7) { again }
let v20 = ((fixed_bool[bits(b10[p_u32 % 7, 0]) % 8] ? fixed_bool[4294967295u32 % 8] : false) ? grid_max((atomic_min(b14[me], p_u64) - v6)) : grid_min(u64(fixed_i64[b0[me & 1] % 11])))
if k19 < 4 && v9 { again }
}
b15[here] += u32(fixed_f64[me & 7])
}
if k16 < 3 && (u32(b11[me, (a8[p_u32 % 6] ? p_u32 : k16) % 3]) % 2 != 1) { again }
}
barrier grid
b11[me, 1] += ((p_u64 > fixed_u64[p_u32 % 12]) ? grid_min(b11[me, v4 % 3]) : i32(fixed_i64[me & 1]))
var w22 = 0
loop {
w22 += 1
if w22 > 3 { break }
a8[gid.x % 5] = workgroup_or((v10 % 2 != 1))
if ((b0[(p_u32 + 1u32) % 2] + b0[(2016483165i32 | 31i32) % 2]) % 3 != 2) {
continue
}
}
}
block l23 {
block l24 {
if (v9 ^ v13) { return }
}
if fixed_bool[me & 7] {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(a8[2]) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
