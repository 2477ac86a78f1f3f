// Program 1352 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1352
program conform_1352
workgroup 1024, 1, 1
grid 1024, 1, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = 14
param p_u64: u64 = 36
param p_i64: i64 = -34
param p_f32: f32 = 0.25
param p_f64: f64 = -0.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[len(b0)] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[8]
in fixed_i32: i32[7] @cache(streaming)
in fixed_u64: u64[4]
uniform fixed_i64: i64[11]
in fixed_f32: f32[11]
in fixed_f64: f64[11]
uniform b10: i16[6, 1]
persistent o11_2050: f64[, 2]
scratch b12: f64[1026] @live
scratch b13: u32[1025, 1] @live
scratch b14: atomic i64[4] @live
scratch b15: atomic i64[1024] @live
shared b16: u32[1024]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_xor(reverse((p_u32 & b16[here])))
let v1 = subgroup_iscan_xor(((fixed_bool[me & 1] ? i32(workgroups.z) : b10[me & 1, 0]) / b10[me & 3, 0]))
let v2 = subgroup_iscan_xor(fixed_u64[me & 1])
let v3 = subgroup_iscan_xor(atomic_or(b15[me], i64(workgroup_size.x)))
let v4 = subgroup_any(bool((~v2)))
let v5 = subgroup_all((true && v4))
let v6 = subgroup_broadcast(fixed_bool[me & 7], (v4 ? b0[p_u32 % 1025] : 128u32) % 33)
let v7 = subgroup_broadcast(4294967294u32, 255u32 % 33)
let v8 = subgroup_broadcast(reverse(i32(p_i32)), v7 % 33)
let v9 = subgroup_broadcast(v2, (p_bool ? bytes[34] : v7) % 33)
let v10 = subgroup_broadcast(max(31i64, fixed_i64[me & 3]), u32(unbits(0x7fc00000u32)) % 33)
atomic_store(b15[me], (v10 % reverse(v10)))
var a11: u32[4]
a11[2] = popcount(b13[me, 0])
let v12, v13 = f2(TABLE, (v4 ? b13[me, 0] : a11[0]) % 14)
let v14 = f4(u32(fixed_bool[me & 7]), a11, min)
f3(b1[me..me + 1], fixed_u32[v12 % 9])
fixpoint k16 in 0..0 {
if k16 < 2 && ((a11[v12 % 5] % 5 == 2) ? (v5 && v4) : (v7 % 3 < 2)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(a11[2]) + u32(v12) + u32(v13) + u32(v14)
