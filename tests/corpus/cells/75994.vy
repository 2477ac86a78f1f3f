// Program 75994 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 75994
program conform_75994
workgroup 2, 3, 1
grid 8, 3, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 18
param p_u64: u64 = 39
param p_i64: i64 = -24
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[24] @binding(7)
out b1: u32[24] @range(10, 75) @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[3] @binding(28)
in fixed_u32: u32[8] @binding(35)
uniform fixed_i32: i32[11] @binding(5)
uniform fixed_u64: u64[4] @binding(12) @align(8)
uniform fixed_i64: i64[3] @binding(19)
uniform fixed_f32: f32[3] @binding(26)
in fixed_f64: f64[7] @binding(33)
in b10: u8[7] @binding(3)
scratch b11: u8[24] @binding(10)
out b12: u8[25] @binding(17)
out b13: f16[24] @range(43, 0) @binding(24)
out b14: f32[26, 1, 3] @binding(31)
persistent o15_72: u32[, 3] @binding(1)
inout b16: atomic i32[3] @binding(8)
persistent b17: atomic i32[len(b0)] @binding(15)
shared b18: u32[6] @binding(22)
shared b19: u8[6] @binding(29)
shared b20: atomic i32[2] @binding(36)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[1536] @count(found) @binding(39)
fn f2(q: in i32[], k: u32) -> i32, u32 {
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = i64(mulhi(fixed_i64[y1 % 4], fixed_i64[me & 7]))
for k3 in i64(fixed_f32[me & 1]) % 3..min(v2, fixed_i64[me & 1]) % 6 step i64(fixed_bool[me & 3]) % 2 {
if bool(max(fixed_f32[me & 7], unbits(0xd8b1af06u32))) { continue }
}
return (rotl(1498301785u32, x0) & reverse(4294967295u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_scan_max((~fixed_u64[me & 3]))
let v5 = grid_scan_max((fixed_i64[p_u32 % 4] ^ fixed_i64[p_i64 % 4]))
let v6 = grid_scan_and(fixed_bool[me & 3])
let v7 = atomic_max(b17[me], fixed_i32[p_u32 % 12])
var a8: i32[1]
a8[0] = (256i32 * v7)
let v9, v10 = f2(a8, 64u32 % 14)
let v11 = f4(v9, a8, f5)
let v12 = f6((-p_i32), a8)
let v13 = f6(i32(v4), a8)
f3(b1[me..me + 2], popcount((b10[(false ? v10 : fixed_u32[3]) % 8] / v10)))
barrier workgroup
async_copy(b19, 2, b10, p_u32 % 8, 1)
wait()
hits[atomic_add(found[0], 1)] = v10
b16[4294967294u32 % 4] += min(p_i32, popcount(i32(grid_size.z)))
b11[me] = u32(u64(fixed_f32[me & 1]))
a8[reverse(v10) % 1] >>= ((fixed_bool[i32(workgroup_size.z) % 4] == fixed_bool[128u32 % 4]) ? workgroup_iscan_or(v4) : workgroup_add(v4))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(a8[0]) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
