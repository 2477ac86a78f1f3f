// Program 15752 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15752
program conform_15752
workgroup 32, 1, 1
grid 46, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 18
param p_u64: u64 = 32
param p_i64: i64 = -2
param p_f32: f32 = 2.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[7]
uniform fixed_u32: u32[9]
in fixed_i32: i32[7]
uniform fixed_u64: u64[4]
in fixed_i64: i64[7] @align(64)
uniform fixed_f32: f32[8]
in fixed_f64: f64[9]
uniform b10: i16[9, 2]
persistent o11_65: u64[]
persistent b12: f64[66, 1]
persistent b13: f32[66]
scratch b14: i32[66, 3, 3]
persistent b15: atomic u32[4]
persistent o16_64: atomic i64[]
shared b17: u32[32]
shared b18: f64[32]
shared b19: atomic i32[32]
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = x0
for k3 in (fixed_bool[grid_size.x % 8] ? fixed_u64[(fixed_bool[6] ? b0[p_u32 % 65] : 2147483648u32) % 5] : p_u64) % 3..(fixed_bool[255u32 % 8] ? fixed_u64[(5u32 >> 1402973864i64) % 5] : fixed_u64[2u32 % 5]) % 6 {
let v4 = i64(u64(fixed_i64[me & 7]))
if ((p_bool && p_bool) && (!fixed_bool[x0 % 8])) { break }
}
return u32(v2)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_max(450255676u64)
let v6 = subgroup_max(fixed_i64[i64(-9223372036854775808) % 8])
let v7 = subgroup_max(b13[me])
let v8 = subgroup_max((fixed_bool[me & 3] ? b18[here] : b12[me, 0]))
let v9 = subgroup_and(fixed_bool[me & 7])
let v10 = subgroup_and(b17[here])
let v11 = subgroup_and(atomic_load(b19[here]))
let v12 = subgroup_and(4294967295u64)
let v13 = subgroup_and(i64(len(b10, 1)))
let v14 = subgroup_or(bool(fixed_f64[wid.x % 10]))
let v15 = subgroup_or(u32(v11))
let v16 = atomic_add(o16_64[me], v13, release)
var a17: i32[3]
a17[1] = (-atomic_or(b19[here], 3i32, acq_rel))
let v18, v19 = f2(fixed_i32[(u32_at(bytes, 6) ^ v15) % 6..b17[here] % 14], v10 % 14)
let v20 = f4(1983210363i32, a17, min)
let v21 = f6(max(p_i32, i32(workgroup_size.x)), a17)
let v22 = f6(v21, a17)
f3(b1[me..me + 1], v10)
b15[v15 % 5] += (u32(v13) >> fixed_i64[clamp(p_u32, b17[here], v10) % 8])
let v23 = workgroup_max(v16)
var v24 = f64(mulhi(v13, v23))
v24 = round(f64(v5))
let n25 = fixpoint k26 in 0..1 {
if k26 < 2 && ((u64_at(bytes, v10 % 41) <= 4294967295u64) ? (b17[here] != fixed_u32[p_u32 % 10]) : (v15 % 3 >= 1)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(bits(v7)) + u32(bits(v8) >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(v14) + u32(v15) + u32(v16 >> 32) + u32(a17[1]) + u32(v18) + u32(v19) + u32(v20) + u32(v21) + u32(v22) + u32(v23) + u32(bits(v24)) + u32(n25)
