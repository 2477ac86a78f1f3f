// Program 43005 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 43005
program conform_43005
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = -7
param p_u64: u64 = 0
param p_i64: i64 = -11
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[4] @cache(streaming)
in fixed_u32: u32[3]
in fixed_i32: i32[6]
in fixed_u64: u64[9]
in fixed_i64: i64[9]
uniform fixed_f32: f32[5]
in fixed_f64: f64[6]
uniform b10: u16[4]
inout b11: bool[33]
persistent b12: bool[33]
scratch b13: i32[34, 3] @live
out b14: atomic u32[4]
inout b15: atomic i64[len(b0)]
shared b16: u32[1]
shared b17: bool[1]
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_and(x0)
var v3 = (max(fixed_i64[5u32 % 10], fixed_i64[64u32 % 10]) + grid_max(fixed_i64[me & 3]))
b13[me, x0 % 3] += y1
let v4 = grid_iscan_add(clz(32u64))
return ((b0[4294967295u32 % 34] * x0) << mulhi(v3, v3))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_scan_xor((atomic_xor(b15[me], 3i64) << fixed_u64[me & 3]))
let v6 = workgroup_iscan_add((b17[here] ? b16[here] : b16[here]))
let v7 = workgroup_iscan_add(min(fixed_i32[me & 7], (fixed_i32[me & 7] + b13[me, 1])))
let v8 = atomic_max(b15[me], i64(workgroups.z), acq_rel, workgroup)
var a9: i64[2]
a9[1] = v5
let v10, v11 = f2(a9, clz(256u32) % 14)
let v12 = f4(min(i64(gid.y), i64(workgroup_size.y)), a9, min)
let v13 = f6(v8, a9)
let v14 = f6(fixed_i64[me & 7], a9)
f3(b1[me..me + 1], v11)
barrier workgroup
async_copy(b17, 1, fixed_bool, u32(5i64) % 5, 4294967295u32 % 2)
barrier grid
wait()
atomic_add(b14[u32(-2.5f64) % 5], u32(v7), relaxed, workgroup)
let v15 = (abs(fixed_f64[v11 % 7]) + workgroup_broadcast(fixed_f64[me & 3], 32u32 % 2))
let v16 = (fixed_i64[b10[p_u32 % 5] % 10] | rotl(fixed_i64[0u32 % 10], fixed_i64[31u32 % 10]))
var w17 = 3
while w17 > 0 {
w17 -= 1
b11[me] = bool(v7)
var w18 = 3
while w18 > 0 {
w18 -= 1
if (rotr(fixed_i64[64u64 % 10], b0[i32(63i64) % 34]) > fixed_i64[(~b0[p_u32 % 34]) % 10]) {
break
}
}
if bool(clamp(u64(grid_size.z), fixed_u64[5u32 % 10], p_u64)) {
continue
}
if fixed_bool[5u64 % 5] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(a9[1]) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(bits(v15)) + u32(v16 >> 32)
