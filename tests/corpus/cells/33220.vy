// Program 33220 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33220
program conform_33220
workgroup 33, 1, 1
grid 81, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -3
param p_u64: u64 = 21
param p_i64: i64 = -11
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
in fixed_bool: bool[10]
uniform fixed_u32: u32[5]
in fixed_i32: i32[7]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[5]
in fixed_f32: f32[7]
uniform fixed_f64: f64[6]
uniform o10_6: bf16[, 1]
scratch b11: f32[98] @live
out b12: f32[len(b0), 2, 2]
persistent o13_303: u64[, 3]
persistent b14: atomic u32[1] @cache(streaming)
persistent b15: atomic u64[99]
shared b16: u32[33]
shared b17: bool[33]
shared b18: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[6336] @count(found)
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
let v2 = i64(x0)
block l3 {
if bool(rotl(v2, y1)) {
}
if ((fixed_u64[me & 3] ^ fixed_u64[me & 1]) != p_u64) { leave l3 }
if ((fixed_i32[x0 % 8] >= fixed_i32[me & 3]) | (fixed_f64[x0 % 7] > fixed_f64[me & 3])) {  }
}
return (~u32(p_bool))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_scan_xor(fixed_i64[me & 3])
let v5 = grid_iscan_add(mulhi(b16[here], b1[me]))
let v6 = grid_iscan_add((b17[here] ? fixed_i32[me & 1] : fixed_i32[me & 7]))
let v7 = atomic_add(b15[me], 5u64, release, device)
var a8: f32[5]
a8[2] = a8[v7 % 6]
let v9, v10 = f2(fixed_f32, v5 % 14)
let v11 = f4(p_f32, a8, min)
let v12 = f6(fixed_f32[(63i64 * p_i64) % 8], a8)
let v13 = f6(o10_6[fixed_i32[me & 3] % 7, 0], a8)
f3(b1[me..me + 1], u32(fixed_f32[me & 1]))
let v14 = grid_broadcast(a8[b16[here] % 6], b0[93] % 100)
for k15 in TABLE[5] % 2..1 + grid_min(v10) % 3 {
o13_303[me, u32(fixed_i64[me & 1]) % 3] = (p_bool ? workgroup_or(v7) : u64(v9))
each i in 0i64..99 {
b1[i] = (mulhi(k15, b14[(fixed_bool[p_u32 % 11] ? 31u32 : 255u32) % 2]) | u32(p_i64))
}
if (fixed_bool[p_u32 % 11] && (fixed_bool[fixed_i32[p_u32 % 8] % 11] & fixed_bool[workgroups.z % 11])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(bits(a8[2])) + u32(bits(v9)) + u32(v10) + u32(bits(v11)) + u32(bits(v12)) + u32(bits(v13)) + u32(bits(v14))
