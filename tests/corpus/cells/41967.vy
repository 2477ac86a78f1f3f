// Program 41967 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 41967
program conform_41967 service
workgroup 33, 1, 1
grid 36, 1, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = 17
param p_u64: u64 = 1
param p_i64: i64 = -5
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66] @cache(temporal)
out b1: u32[66] @cache(temporal)
in bytes: u8[40]
uniform fixed_bool: bool[11]
uniform fixed_u32: u32[6]
in fixed_i32: i32[10]
in fixed_u64: u64[3]
in fixed_i64: i64[11]
in fixed_f32: f32[4]
in fixed_f64: f64[9] @cache(temporal)
in b10: i16[8] @axis(0)
scratch b11: f32[67, 1] @live @align(16) @cache(temporal)
out b12: f64[67] @range(113, 266) @axis(0)
persistent o13_65: i64[]
persistent b14: atomic u32[2] @cache(streaming)
out b15: atomic i32[66] @axis(0)
mapped b16: i16[66]
mapped b17: u32[66]
mapped b18: atomic i32[66]
shared b19: u32[33] @align(64)
shared b20: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_max(u32((fixed_bool[b0[p_u32 % 67] % 12] == false)))
let v3 = grid_scan_min((b10[x0 % 9] >> fixed_i64[me + 0]))
var v4 = grid_and(v3)
var w5 = 0
loop {
w5 += 1
if w5 > 4 { break }
if false { continue }
}
return u32(fixed_f32[(false ? v2 : x0) % 5])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_scan_add((max(u64_at(bytes, b17[me] % 41), fixed_u64[256u32 % 4]) % u64_at(bytes, p_u32 % 41)))
let v7 = workgroup_scan_add(((fixed_i64[popcount(b17[me]) % 12] >= fixed_i64[me + 2]) ? (fixed_i64[(p_u64 << 2u32) % 12] >> p_u32) : i64(p_i32)))
let v8 = workgroup_scan_min(max(b19[here], p_u32))
let v9 = atomic_and(b15[me], 3i32, acquire)
b14[v8 % 3] += ceil_div(u32(fixed_f64[me + 2]), (p_u32 - v8))
b14[u32(959529802i32) % 3] += v8
let v10 = f1((bool(v7) ? v8 : u32(v7)), i32(ceil(fixed_f32[768696968i64 % 5])))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
