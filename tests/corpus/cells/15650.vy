// Program 15650 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15650
program conform_15650
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 16
param p_i32: i32 = -18
param p_u64: u64 = 13
param p_i64: i64 = -19
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64] @binding(7)
out b1: u32[64] @range(160, 1) @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[9] @binding(28)
in fixed_u32: u32[8] @binding(35)
in fixed_i32: i32[5] @binding(5)
uniform fixed_u64: u64[3] @binding(12)
in fixed_i64: i64[7] @binding(19)
in fixed_f32: f32[9] @binding(26)
in fixed_f64: f64[6] @binding(33)
in b10: u8[3, 3] @binding(3)
scratch b11: i32[64] @live @binding(10)
scratch b12: u16[66, 1] @binding(17)
persistent b13: atomic i64[3] @binding(24)
inout b14: atomic i32[64] @binding(31)
shared b15: u32[32] @binding(1)
shared b16: atomic i64[1] @binding(8)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[4096] @count(found) @binding(39)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_add(bits(fixed_f32[33i64 % 10]))
var v3 = unbits(fixed_u64[33u32 % 4])
var v4 = clz(u64(255i64))
v4 = u64((f32(0u64) / f32(v3)))
if me < len(b12) { b12[me, (false ? x0 : v2) % 1] = (fixed_bool[v2 % 10] ? v2 : u32(v2)) }
return b0[me + 1]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_xor(4294967296u64)
let v6 = grid_iscan_xor(fixed_i64[p_u32 % 8])
let v7 = grid_any(fixed_bool[me & 3])
let v8 = atomic_compare_exchange(b14[me], 32i32, p_i32, acq_rel, workgroup)
var a9: f32[1]
a9[0] = unbits(p_u32)
let v10, v11 = f2(a9, b10[me & 3, 1] % 14)
let v12 = f4(round(-16777217.0f32), a9, min)
f3(b1[me..me + 1], rotl(abs(u32_at(bytes, popcount(803213297u32) % 41)), (v7 ? v6 : v6)))
b1[me] += u32((v7 ? p_f64 : fixed_f64[(v11 - v11) % 7]))
let v13 = grid_or(fixed_i64[mulhi(255u32, b10[me & 1, 1]) % 8])
block l14 {
var v15 = workgroup_broadcast((false ? rotl(v5, v13) : (v5 << v8)), 3u32 % 33)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(a9[0])) + u32(bits(v10)) + u32(v11) + u32(bits(v12)) + u32(v13)
