// Program 9412 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9412
program conform_9412 service
workgroup 2, 3, 1
grid 6, 9, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 8
param p_u64: u64 = 34
param p_i64: i64 = -10
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[54]
out b1: u32[54]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[6]
in fixed_i32: i32[5]
in fixed_u64: u64[10]
in fixed_i64: i64[3]
in fixed_f32: f32[10] @axis(0)
in fixed_f64: f64[8] @align(8)
in o10_18: u8[, 3]
inout b11: u8[len(b0)]
inout o12_159: u64[, 3]
inout o13_56: f64[]
persistent b14: u16[53]
scratch b15: atomic u32[1]
persistent b16: atomic i64[len(b0)]
mapped b17: u64[len(b0)]
mapped b18: bool[53]
mapped b19: atomic u32[54]
shared b20: u32[6]
shared b21: u8[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_max(33u64)
let v1 = workgroup_max(fixed_i64[255u32 % 4])
let v2 = workgroup_max((0.1f32 - fixed_f32[len(b0) % 11]))
let v3 = atomic_exchange(b16[me], fixed_i64[1])
var a4: i64[4]
a4[2] = reverse(v1)
let v5, v6 = f2(fixed_i64, u32(5u64) % 14)
f3(b1[me..me + 2], (-(p_u32 / 7u32)))
barrier workgroup
async_copy(b21, 2, o10_18, p_u32 % 7, 6)
wait()
atomic_store(b19[me], max(u32(5i64), v6))
barrier workgroup
var v7 = (fixed_bool[p_u32 % 11] ? fixed_f64[1u32 % 9] : clamp(fixed_f64[bits(p_f32) % 9], unbits(0x1u64), fixed_f64[(false ? 1094165471u32 : 64u32) % 9]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
