// Program 57044 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 57044
program conform_57044
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = false
param p_u32: u32 = 20
param p_i32: i32 = 5
param p_u64: u64 = 7
param p_i64: i64 = -12
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[11] @align(16)
uniform fixed_u32: u32[10]
in fixed_i32: i32[11]
uniform fixed_u64: u64[8]
in fixed_i64: i64[9]
in fixed_f32: f32[7]
in fixed_f64: f64[10]
uniform b10: u16[5, 2]
out b11: u16[97, 2]
inout b12: i8[97, 3, 1]
out b13: atomic i64[4]
scratch b14: atomic u32[96] @live
shared b15: u32[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[6144] @count(found)
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
let v0 = grid_scan_and(fixed_i64[(p_u32 & 128u32) % 10])
let v1 = grid_scan_or((fixed_bool[v0 % 12] & bool(b12[me, 2147483647u32 % 3, 1])))
let v2 = grid_scan_or((b1[me] - ctz(p_u32)))
let v3 = atomic_load(b14[me])
var a4: u32[5]
a4[2] = (v1 ? atomic_xor(b14[me], b10[3, 1], relaxed, system) : v2)
let v5, v6 = f2(a4, p_u32 % 14)
let v7 = f4(rotl(atomic_xor(b14[me], 2u32), i64(workgroup_size.y)), a4, (*))
f3(b1[me..me + 1], rotr(p_u32, p_u32))
b13[v3 % 5] += (-v0)
let v8 = ((p_bool ^ fixed_bool[b10[p_u32 % 6, 1] % 12]) ? workgroup_scan_and((b12[me, 1, 0] * fixed_i32[me & 1])) : workgroup_add(p_i32))
{
let v9 = i64(grid_size.y)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
