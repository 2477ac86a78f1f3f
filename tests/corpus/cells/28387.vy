// Program 28387 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28387
program conform_28387
workgroup 33, 1, 1
grid 35, 1, 1
param p_bool: bool = true
param p_u32: u32 = 25
param p_i32: i32 = -17
param p_u64: u64 = 11
param p_i64: i64 = -26
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[10]
in fixed_i32: i32[11]
in fixed_u64: u64[6]
in fixed_i64: i64[11]
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: bf16[5, 3]
persistent b11: bf16[len(b0)]
scratch b12: u8[67] @align(4)
out b13: i64[66, 3, 3]
scratch b14: f32[67]
inout o15_66: bf16[]
inout b16: atomic i32[2]
out b17: atomic i64[66]
shared b18: u32[33]
shared b19: bf16[33]
shared b20: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[2]
out relayed: u32[2]
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
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
let v0 = workgroup_iscan_xor(SUM)
let v1 = workgroup_iscan_xor((fixed_i32[me & 7] / fixed_i32[me & 7]))
let v2 = workgroup_iscan_xor(9223372036854775808u64)
let v3 = atomic_exchange(b17[me], 33i64, release)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = v0
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
var a4: i32[2]
a4[1] = i32(p_u64)
let v5, v6 = f2(fixed_i32[(false ? p_u32 : p_u32) % 6..u32(v0) % 14], u32(v0) % 14)
let v7 = f4(ctz(v5), a4, f5)
let v8 = f6(reverse(a4[v3 % 3]), a4)
let v9 = f6(i32(v0), a4)
f3(b1[me..me + 1], p_u32)
barrier workgroup
async_copy(b19, 2, b10, 32u32 % 6, 23)
wait()
block l10 {
let v11 = workgroup_scan_add(workgroups.y)
if wid.x % 4 != 1 {
leave l10
}
barrier workgroup
}
if (f32(p_i64) > b14[me]) && me % 2 == 1 { return }
a4[abs(7u32) % 3] = workgroup_xor(v7)
atomic_sub(b16[(true ? v6 : b12[me]) % 3], (v1 * p_i32))
b11[me] = abs((-p_f32))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
