// Program 7818 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7818
program conform_7818
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 10
param p_i32: i32 = 4
param p_u64: u64 = 20
param p_i64: i64 = -29
param p_f32: f32 = 4.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14] @binding(7)
out b1: u32[14] @range(51, 1) @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[11] @binding(28)
in fixed_u32: u32[8] @binding(35)
uniform fixed_i32: i32[6] @binding(5)
in fixed_u64: u64[10] @binding(12)
uniform fixed_i64: i64[4] @binding(19)
in fixed_f32: f32[5] @binding(26) @align(128)
in fixed_f64: f64[5] @binding(33)
in b10: i8[8, 2] @binding(3)
scratch b11: i8[14] @live @binding(10)
persistent b12: u8[15] @binding(17)
scratch b13: i32[15, 3, 3] @binding(24)
inout b14: atomic u32[3] @binding(31)
scratch b15: atomic u64[14] @live @binding(1)
shared b16: u32[7] @binding(8)
shared b17: i8[7] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[896] @count(found) @binding(39)
fn f2(q: in f64[], k: u32) -> f64, u32 {
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_and((b12[me] - b0[me + 1]))
let v1 = grid_iscan_and(5i32)
let v2 = grid_iscan_and((u64(fixed_bool[me & 1]) - atomic_min(b15[me], 32u64, acquire, workgroup)))
let v3 = atomic_compare_exchange(b15[me], v2, v2, relaxed, system)
var a4: f64[4]
a4[2] = f64(fixed_bool[me & 3])
let v5, v6 = f2(a4, (-v0) % 14)
let v7 = f4((fixed_bool[v6 % 12] ? p_f64 : v5), a4, (*))
let v8 = f6(f64(fixed_bool[2u32 % 12]), a4)
let v9 = f6(f64(p_bool), a4)
f3(b1[me..me + 1], u32(fixed_bool[b12[me] % 12]))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 5)
wait()
each i in 0..2, j in 0..7 {
for k12 in (v1 * v1) % 3..(fixed_i32[(-i) % 7] / v1) % 6 {
let v13 = rotr(mulhi(fixed_i64[(false ? v1 : k12) % 5], fixed_i64[b0[p_u32 % 15] % 5]), u64(fixed_i64[fixed_u32[0] % 5]))
}
if ((p_bool || false) || (fixed_bool[v1 % 12] && fixed_bool[u32(fixed_f64[p_u32 % 6]) % 12])) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(bits(a4[2])) + u32(bits(v5) >> 32) + u32(v6) + u32(bits(v7)) + u32(bits(v8)) + u32(bits(v9) >> 32)
