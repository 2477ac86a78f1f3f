// Program 11411 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11411
program conform_11411
workgroup 1, 1, 9
param p_grid: u32 = 28
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = -16
param p_u64: u64 = 29
param p_i64: i64 = -27
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[261]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[6]
in fixed_i32: i32[5]
in fixed_u64: u64[3]
in fixed_i64: i64[6]
uniform fixed_f32: f32[3]
uniform fixed_f64: f64[10]
in b10: i8[1, 2]
inout b11: u16[262]
persistent o12_262: f32[]
scratch b13: atomic i32[2] @live
out b14: atomic i64[261]
shared b15: u32[9]
shared b16: i16[9]
shared b17: atomic i32[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
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
let v0 = workgroup_scan_min(u32(fixed_bool[me & 3]))
let v1 = workgroup_scan_min(popcount(256i32))
let v2 = workgroup_scan_min(u64(-16777217.0f32))
let v3 = atomic_xor(b14[me], 0i64, acquire, system)
var a4: u32[1]
a4[0] = u32(o12_262[me])
let v5, v6 = f2(fixed_u32, p_u32 % 14)
let v7 = f4(rotl(b15[here], 7u32), a4, (max))
let v8 = f6(u32(v6), a4)
let v9 = f6((v5 / v8), a4)
f3(b1[me..me + 2], rotr(u32(fixed_u64[me & 7]), (v8 << v2)))
each i in 0i32..261 {
let v11 = (false ^ (p_bool ^ fixed_bool[(v0 / b0[137]) % 10]))
}
var v12 = fixed_i32[2u32 % 6]
v12 = ((i32(grid_size.y) * b10[128u32 % 2, 1]) + grid_and(i32(workgroup_size.y)))
let v13 = grid_scan_max(v12)
v12 = fixed_i32[64u64 % 6]
if fixed_bool[4294967295u32 % 10] {
atomic_sub(b13[4294967294u32 % 3], (i32(v3) ^ abs(p_i32)), acq_rel)
var v14 = (fixed_u64[0u32 % 4] ^ (fixed_u64[4294967295u32 % 4] * 4294967295u64))
v14 += (bool(fixed_f64[p_i32 % 11]) ? ceil_div(u64(workgroup_size.x), fixed_u64[p_u32 % 4]) : ctz(v14))
v14 += max((v14 << v14), rotr(v14, 32i32))
}
b1[me] += (u32(fixed_bool[1540501172u32 % 10]) | v8)
let v15 = grid_and(p_i32)
b1[me] = ((b15[here] ^ v9) + workgroup_add(ctz(v0)) * workgroup_broadcast(v5, rotr(3u32, 2u64) % 10))
each i in 0i32..261 {
a4[v7 % 1] += reverse(b0[(~p_u32) % 262])
if ((fixed_u64[abs(v0) % 4] == p_u64) ? bool(v12) : (fixed_bool[lid.z % 10] && fixed_bool[b0[248] % 10])) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v12) + u32(v13) + u32(v15)
