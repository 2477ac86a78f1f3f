// Program 16460 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16460
program conform_16460
workgroup 4, 4, 3
param p_grid: u32 = 11
grid p_grid + 1, 16, 9
param p_bool: bool = false
param p_u32: u32 = 35
param p_i32: i32 = 15
param p_u64: u64 = 4
param p_i64: i64 = -7
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1728]
out b1: u32[1728]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[4]
uniform fixed_i32: i32[8]
in fixed_u64: u64[6]
in fixed_i64: i64[7]
uniform fixed_f32: f32[9]
in fixed_f64: f64[8]
uniform b10: u8[8]
out b11: u8[1728]
scratch b12: f16[1730] @live
persistent b13: i32[1730, 3]
persistent b14: atomic u64[3]
inout b15: atomic i32[1728] @align(2)
shared b16: u32[48]
shared b17: u8[48]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[110592] @count(found)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_max(p_u32)
var v3 = (rotr(fixed_u64[me & 1], v2) & ceil_div(fixed_u64[me & 1], fixed_u64[me & 1]))
if me <= 1730 { b12[me] += round(fixed_f32[me & 1]) }
v3 -= (rotl(fixed_u64[me & 1], p_i64) ^ v3)
return (bool(127i32) ? u32(fixed_i64[me & 3]) : (x0 << fixed_i64[me & 1]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_scan_max((fixed_u64[me & 7] + p_u64))
let v5 = grid_scan_max(reverse(i64(workgroup_size.z)))
let v6 = grid_scan_and(bool(fixed_i32[me & 7]))
let v7 = atomic_xor(b15[me], 7i32, relaxed)
var a8: u64[3]
a8[1] = (v4 ^ v4)
let v9, v10 = f2(a8, rotr(33u32, b16[here]) % 14)
let v11 = f4(u64(v10), a8, (+))
let v12 = f6(u64(v6), a8)
let v13 = f6(rotr(v9, v5), a8)
f3(b1[me..me + 2], reverse((TABLE[(v10 - v10) % 10] << p_i64)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 41)
barrier grid
wait()
b14[clz(b16[me & 7]) % 4] -= u64(clz(i32(lid.z)))
let v14 = ((fixed_bool[7u32 % 7] ? fixed_bool[32u32 % 7] : fixed_bool[u32_at(bytes, 5) % 7]) ? workgroup_min(f64(v7)) : workgroup_max((clamp(fixed_f64[v10 % 9], p_f64, p_f64) - fixed_f64[me & 7])))
a8[max(v10, b16[me + 0]) % 3] += 1868508387u64
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(a8[1] >> 32) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13 >> 32) + u32(bits(v14) >> 32)
