// Program 75692 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 75692
program conform_75692
workgroup 64, 1, 1
grid 256, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = -13
param p_u64: u64 = 28
param p_i64: i64 = -27
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
uniform fixed_i32: i32[10]
in fixed_u64: u64[5]
in fixed_i64: i64[3]
in fixed_f32: f32[9]
uniform fixed_f64: f64[10]
in b10: u8[6, 2]
scratch b11: i64[257]
persistent o12_774: bool[, 3]
persistent o13_765: f32[, 3]
scratch b14: i64[256, 1] @live
out b15: atomic u64[1]
scratch b16: atomic i64[256] @live
shared b17: u32[64]
shared b18: i64[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[16384] @count(found)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(b10[me & 7, 255u32 % 2])
let v1 = workgroup_iscan_min((-(-1i32)))
let v2 = workgroup_iscan_min(u64((false ? fixed_bool[gid.y % 7] : fixed_bool[me & 7])))
let v3 = atomic_sub(b16[me], fixed_i64[me & 1])
var a4: u32[3]
a4[1] = (fixed_bool[me & 7] ? v0 : v0)
let v5, v6 = f2(fixed_u32, p_u32 % 14)
f3(b1[me..me + 1], 3u32)
atomic_sub(b15[1u32 % 2], mulhi(128u64, fixed_u64[max(v5, v5) % 6]))
{
var w7 = 0
loop {
w7 += 1
if w7 > 2 { break }
if bool(abs(fixed_f32[1u32 % 10])) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6)
