// Program 1178 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1178
program conform_1178
workgroup 33, 1, 1
grid 58, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 8
param p_u64: u64 = 29
param p_i64: i64 = -16
param p_f32: f32 = 7.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[9]
uniform fixed_i32: i32[5]
in fixed_u64: u64[4]
uniform fixed_i64: i64[7]
in fixed_f32: f32[6]
in fixed_f64: f64[10]
in b10: u8[9, 1]
inout b11: i64[67]
out b12: u8[66]
persistent b13: atomic i32[3] @cache(streaming)
persistent o14_66: atomic i64[]
shared b15: u32[33]
shared b16: f32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (-fixed_f32[(x0 << p_i64) % 7])
return ctz(x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_xor(i64(false))
let v4 = workgroup_scan_add((b1[me] | p_u32))
let v5 = workgroup_scan_add((p_i32 >> fixed_u64[me & 3]))
let v6 = atomic_sub(o14_66[me], b11[me], relaxed, workgroup)
var a7: i32[2]
a7[1] = max(v5, v5)
let v8, v9 = f2(fixed_i32[v4 % 6..p_u32 % 14], v4 % 14)
f3(b1[me..me + 1], v9)
atomic_add(b13[b15[here] % 4], (256i32 / (a7[(false ? 3i32 : a7[p_u32 % 3]) % 3] / v8)))
let v10 = (i32(1.0f32) + grid_iscan_xor(v5) * grid_iscan_max(fixed_i32[256i64 % 6]))
barrier grid
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(a7[1]) + u32(v8) + u32(v9) + u32(v10)
