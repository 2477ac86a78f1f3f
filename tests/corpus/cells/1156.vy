// Program 1156 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1156
program conform_1156
workgroup 4, 4, 3
grid 12, 16, 9
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 17
param p_u64: u64 = 39
param p_i64: i64 = -20
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1728]
out b1: u32[1728]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[3]
in fixed_i32: i32[6]
in fixed_u64: u64[5]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[7] @align(16)
uniform fixed_f64: f64[6]
uniform b10: i8[2, 2]
out b11: u32[1728] @align(64)
persistent b12: u32[1728]
out b13: u64[1730]
inout b14: atomic i64[2]
persistent b15: atomic i64[1728]
shared b16: u32[48]
shared b17: u32[48]
shared b18: atomic i32[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[6912] @count(found)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_max(atomic_min(b18[here], i32(-2147483648)))
let v1 = grid_iscan_max(fixed_u64[64u32 % 6])
let v2 = grid_iscan_max(220400255i64)
let v3 = atomic_sub(b15[me], v2, acquire, workgroup)
var a4: u32[3]
a4[1] = (-b0[workgroup_size.z % 1729])
let v5, v6 = f2(fixed_u32[b16[here] % 6..b0[p_u32 % 1729] % 14], (~b11[me]) % 14)
f3(b1[me..me + 1], clamp(u32(v1), ceil_div(7u32, v5), (v5 / p_u32)))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 64u32 % 49)
wait()
if (bool(fixed_bool[4294967295u32 % 10]) ? workgroup_or(fixed_bool[p_u32 % 10]) : (fixed_bool[SUM % 10] & fixed_bool[p_u32 % 10])) {
var w7 = 0
loop {
w7 += 1
if w7 > 4 { break }
block l8 {
if (p_f32 == round(fixed_f32[u32((-1i64)) % 8])) { break }
if p_bool { continue }
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6)
