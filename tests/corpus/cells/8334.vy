// Program 8334 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8334
program conform_8334
workgroup 64, 1, 1
grid 245, 1, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = -13
param p_u64: u64 = 24
param p_i64: i64 = -18
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[4]
in fixed_i32: i32[8]
in fixed_u64: u64[7]
in fixed_i64: i64[10] @cache(streaming)
uniform fixed_f32: f32[11]
in fixed_f64: f64[6]
uniform b10: u8[4, 3]
inout b11: u8[256] @align(2)
persistent o12_257: u16[]
scratch b13: u16[257] @live
persistent b14: u32[258]
inout b15: i64[258, 2] @cache(streaming)
inout b16: atomic i64[1]
scratch b17: atomic u32[len(b0)]
shared b18: u32[64]
shared b19: u8[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
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
let v0 = workgroup_iscan_and(fixed_i64[me & 1])
let v1 = workgroup_iscan_or(p_bool)
let v2 = workgroup_iscan_or(b18[here])
let v3 = atomic_exchange(b17[me], v2)
var a4: i64[2]
a4[1] = (v0 ^ p_i64)
let v5, v6 = f2(a4, v2 % 14)
let v7 = f4((v5 & v0), a4, (max))
f3(b1[me..me + 1], (u32(fixed_f32[v2 % 12]) & u32(fixed_f64[me & 7])))
barrier workgroup
async_copy(b19, 2, bytes, (255u32 - 3u32) % 41, 25)
wait()
let v8 = (ctz(v5) + workgroup_iscan_max((v5 ^ 128i64)))
b13[me] -= u32((v1 ? fixed_u64[me & 1] : 7u64))
b18[here] = ((fixed_i32[(false ? v3 : v6) % 9] >= fixed_i32[me & 3]) ? reverse(p_u32) : max(b10[me & 3, (v2 + SUM) % 3], 3u32))
a4[p_u32 % 2] = (~i64(fixed_u32[me & 7]))
let v9 = grid_broadcast(u64(u64_at(bytes, (v6 ^ v2) % 41)), 256u32 % 257)
var v10 = ((fixed_bool[me & 1] ? fixed_i32[me & 7] : fixed_i32[v2 % 9]) + workgroup_min((fixed_i32[me & 7] & fixed_i32[v2 % 9])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9 >> 32) + u32(v10)
