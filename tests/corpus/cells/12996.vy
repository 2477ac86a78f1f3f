// Program 12996 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12996
program conform_12996
workgroup 4, 4, 3
param p_grid: u32 = 21
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 5
param p_i32: i32 = 13
param p_u64: u64 = 2
param p_i64: i64 = -9
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[5]
in fixed_i32: i32[4]
in fixed_u64: u64[11] @align(64)
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[7]
in fixed_f64: f64[7]
in b10: i16[3, 1]
scratch b11: f32[288]
inout b12: i16[290]
persistent b13: i64[288, 2]
inout b14: i16[290]
scratch b15: atomic i32[3]
inout b16: atomic i64[len(b0)]
shared b17: u32[48]
shared b18: f32[48]
shared b19: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_or(fixed_i64[2147483647i32 % 11])
let v1 = workgroup_scan_xor(bool(u64(b14[me])))
let v2 = workgroup_scan_xor(TABLE[b17[here] % 10])
let v3 = atomic_min(b16[me], 256i64, release, device)
var a4: i64[2]
a4[1] = (p_i64 % v0)
let v5, v6 = f2(a4, v2 % 14)
f3(b1[me..me + 2], ((v1 ? v2 : fixed_u32[63i32 % 6]) | u32(fixed_i32[SUM % 5])))
barrier workgroup
async_copy(b18, 0, fixed_f32, b0[21] % 8, 10)
wait()
atomic_sub(b15[min(4294967294u32, v6) % 4], p_i32, relaxed, device)
let v7 = ((fixed_f64[256u32 % 8] / fixed_f64[me + 1]) + workgroup_broadcast(fixed_f64[popcount(fixed_u32[0]) % 8], b0[p_u32 % 289] % 49) * workgroup_max(fixed_f64[v2 % 8]))
a4[p_u32 % 2] += grid_scan_xor(a4[b17[here] % 3])
block l8 {
b1[me] = mulhi(b17[here], u32(p_i64))
atomic_max(b19[u32(33i32) % 3], u32(i64(b11[me])), acq_rel, system)
if fixed_bool[2147483647u32 % 9] {
region "r9" {
barrier workgroup
b11[me] = f32(fixed_i32[u32(0.1f32) % 5])
var v10 = (p_bool ? grid_add(trunc(fixed_f32[(fixed_bool[me + 2] ? b17[here] : v6) % 8])) : (-p_f32))
a4[31u32 % 2] *= grid_iscan_and(v5)
}
barrier grid
leave l8
}
}
if fixed_bool[(3u32 & 479037895u32) % 9] {
let v11 = b10[lane % 4, v2 % 1]
}
let v12 = fma(max(fixed_f64[p_u32 % 8], fixed_f64[256u32 % 8]), unbits(0x7ff0000000000000u64), p_f64)
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7) + u32(v12)
