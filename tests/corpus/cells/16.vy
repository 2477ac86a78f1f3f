// Program 16 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16
program conform_16
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 5
param p_i32: i32 = 15
param p_u64: u64 = 16
param p_i64: i64 = -35
param p_f32: f32 = 5.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[11]
in fixed_u32: u32[8]
uniform fixed_i32: i32[11]
in fixed_u64: u64[11]
in fixed_i64: i64[7]
in fixed_f32: f32[8]
uniform fixed_f64: f64[4]
in b10: u16[2, 3]
scratch b11: f32[3] @align(2)
persistent o12_1: bool[, 1]
scratch b13: f32[1] @live
out b14: f64[2, 2]
persistent b15: atomic u64[2]
persistent b16: atomic u64[len(b0)]
shared b17: u32[1]
shared b18: i8[1]
shared b19: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_and(atomic_compare_exchange(b19[here], i64(workgroups.y), i64(gid.z)))
let v1 = subgroup_or((bool(atomic_xor(b16[me], 64u64)) && (b10[63i32 % 3, 1] >= b0[bits(unbits(0xfe2b5de7u32)) % 2])))
let v2 = subgroup_or(u32(fixed_u64[fixed_i64[me & 7] % 12]))
let v3 = subgroup_or(i32(v0))
let v4 = subgroup_or(fixed_u64[me & 7])
let v5 = subgroup_or((~clz(i64(grid_size.x))))
let v6 = subgroup_xor((v1 ? true : v1))
let v7 = subgroup_xor(33u32)
let v8 = subgroup_xor(i32(b11[me]))
let v9 = subgroup_xor(128u64)
let v10 = subgroup_xor(p_i64)
let v11 = atomic_min(b16[me], v4)
var a12: i32[3]
a12[1] = (v1 ? v3 : v3)
let v13, v14 = f2(a12, v2 % 14)
let v15 = f4(v3, a12, f5)
let v16 = f6(fixed_i32[v14 % 12], a12)
let v17 = f6(v16, a12)
f3(b1[me..me + 1], (lid.y / (p_bool ? p_u32 : 2147483648u32)))
atomic_store(b19[here], (~(v5 + v0)))
a12[(o12_1[me, 0] ? p_u32 : u32_at(bytes, p_u32 % 41)) % 4] <<= v11
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11 >> 32) + u32(a12[1]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
