// Program 10884 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10884
program conform_10884
workgroup 31, 1, 1
grid 91, 1, 1
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = 12
param p_u64: u64 = 8
param p_i64: i64 = -11
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93] @binding(7)
out b1: u32[93] @binding(14)
in bytes: u8[40] @binding(21) @align(2)
uniform fixed_bool: bool[3] @binding(28)
in fixed_u32: u32[3] @binding(35)
in fixed_i32: i32[11] @binding(5)
uniform fixed_u64: u64[3] @binding(12)
in fixed_i64: i64[6] @binding(19)
in fixed_f32: f32[8] @binding(26)
uniform fixed_f64: f64[7] @binding(33)
in o10_7: i16[, 1] @binding(3)
scratch b11: i64[95, 2] @live @binding(10)
scratch b12: i64[93, 1] @live @binding(17)
persistent o13_94: u32[] @binding(24)
out b14: atomic u32[4] @binding(31)
scratch b15: atomic u64[93] @binding(1)
shared b16: u32[31] @binding(8)
shared b17: f32[31] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = u32(fixed_bool[me & 3])
if (ctz(v2) >= (v2 + fixed_u32[me & 7])) {
var v3 = sqrt((fixed_f32[me & 3] / fixed_f32[me & 1]))
}
return v2
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_add(i32(unbits(0x43e0000000000000u64)))
let v5 = grid_add((bits(fixed_f64[me & 7]) ^ u64(fixed_u64[482229517i64 % 4])))
let v6 = grid_add(fixed_i64[me & 1])
let v7 = atomic_min(b15[me], v5)
var a8: f64[2]
a8[1] = fixed_f64[(p_u32 | p_u32) % 8]
let v9, v10 = f2(a8, b0[me + 1] % 14)
let v11 = f4(unbits(v5), a8, (max))
f3(b1[me..me + 1], u32((v10 % 4 >= 2)))
atomic_sub(b14[v10 % 5], bits(fixed_f32[me & 1]), acquire, device)
let v12 = ((fixed_f32[64u32 % 9] > fixed_f32[b0[p_u32 % 94] % 9]) ? workgroup_scan_max(v4) : workgroup_load(o10_7[TABLE[p_u32 % 10] % 8, 0]))
if grid_and(((fixed_bool[me & 1] | fixed_bool[me & 7]) ? (!p_bool) : fixed_bool[v10 % 4])) {
var w13 = 0
loop {
w13 += 1
if w13 > 4 { break }
assert me < 9 || bool(p_i32), "{}", i64(workgroup_size.x)
if ((fixed_f32[me & 3] >= fixed_f32[v10 % 9]) || (p_bool && fixed_bool[me & 3])) { break }
if fixed_bool[me & 3] { break }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(bits(a8[1])) + u32(bits(v9)) + u32(v10) + u32(bits(v11)) + u32(v12)
