// Program 50011 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50011
program conform_50011
workgroup 1, 1, 9
grid 4, 1, 27
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = -6
param p_u64: u64 = 35
param p_i64: i64 = -32
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[108] @binding(7)
out b1: u32[108] @range(231, 3) @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[7] @binding(28)
in fixed_u32: u32[10] @binding(35)
uniform fixed_i32: i32[8] @binding(5)
uniform fixed_u64: u64[11] @binding(12)
uniform fixed_i64: i64[8] @binding(19)
in fixed_f32: f32[7] @binding(26)
in fixed_f64: f64[11] @binding(33)
in b10: u16[3] @binding(3) @align(16)
persistent b11: bf16[108] @binding(10)
scratch b12: f16[109] @binding(17)
persistent o13_110: u8[] @binding(24)
scratch b14: i8[109, 2] @binding(31)
scratch b15: atomic i32[4] @live @binding(1)
scratch b16: atomic i32[108] @binding(8) @cache(streaming)
shared b17: u32[9] @binding(15)
shared b18: u32[9] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
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
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(3i32)
let v1 = workgroup_iscan_min(fixed_u64[me & 7])
let v2 = workgroup_iscan_min(fixed_i64[2u32 % 9])
let v3 = atomic_min(b16[me], i32(lid.x), release, system)
var a4: u64[5]
a4[2] = max(v1, 4294967296u64)
let v5, v6 = f2(fixed_u64[mulhi(526423583u32, p_u32) % 6..127u32 % 14], 1983527714u32 % 14)
let v7 = f4((false ? u64(wid.z) : v5), a4, min)
let v8 = f6((v5 / v7), a4)
let v9 = f6(u64_at(bytes, bytes[me + 1] % 41), a4)
f3(b1[me..me + 2], (fixed_bool[v6 % 8] ? (-o13_110[me]) : v6))
let v10 = (fixed_bool[i64(fixed_f64[0]) % 8] ? grid_iscan_min(fixed_i32[me & 3]) : grid_iscan_add(i32(v2)))
fixpoint k12 in 0..1 {
let v13 = ((u64(wid.z) == fixed_u64[p_u64 % 12]) && workgroup_iscan_and((fixed_bool[me & 3] && fixed_bool[me & 1])))
region "r14" {
if ((v13 ? o13_110[me] : p_u32) % 2 != 2) && me % 7 == 0 { return }
b11[me] += abs(min(fixed_f32[me & 1], fixed_f32[u32_at(bytes, 36) % 8]))
var v15 = b0[p_u32 % 109]
}
if k12 < 3 && ((-v6) % 5 == 1) { again }
}
for k16 in -2..1 {
atomic_add(b15[(v6 + o13_110[me]) % 5], (-fixed_i32[me & 1]))
let v17 = v7
if fixed_bool[3u32 % 8] {
break
}
}
b11[me] = p_f32
b11[me] = fixed_f32[me & 3]
let n18 = fixpoint k19 in 1..4 {
if me < len(b0) { b1[me] = mulhi(max(p_u32, bytes[me + 0]), rotl(b17[here], u64(grid_size.x))) }
var w20 = 4
while w20 > 0 && (w20 % 3 == 2 || grid_and((fixed_f32[4294967294u32 % 8] <= fixed_f32[me & 1]))) {
w20 -= 1
}
if k19 < 3 && fixed_bool[me & 7] { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(n18)
