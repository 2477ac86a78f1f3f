// Program 910 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 910
program conform_910
workgroup 31, 1, 1
grid 93, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 11
param p_u64: u64 = 38
param p_i64: i64 = -4
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93]
out b1: u32[93]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[4]
in fixed_i32: i32[3]
in fixed_u64: u64[10]
uniform fixed_i64: i64[3]
uniform fixed_f32: f32[10]
in fixed_f64: f64[3]
in b10: u8[4]
scratch b11: bool[93, 2]
inout b12: u64[93, 1]
scratch b13: u64[92, 1]
persistent b14: atomic i64[1]
inout b15: atomic i64[93] @align(256)
shared b16: u32[31]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = bool(i64((y1 << fixed_i64[b10[p_u32 % 5] % 4])))
v2 = (bool(fixed_u64[x0 % 11]) ^ bool(x0))
return abs(p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_or(fixed_i32[me + 2])
let v4 = workgroup_scan_or(mulhi(fixed_u64[p_i64 % 11], p_u64))
let v5 = workgroup_scan_or(atomic_add(b15[me], 1436817690i64, acquire, system))
let v6 = atomic_compare_exchange(b15[me], v5, v5, release, device)
block l7 {
var v8 = (fixed_bool[255u32 % 11] ? fixed_f64[rotl(3u32, 3u32) % 4] : fma(round(fixed_f64[2147483648u32 % 4]), 2.5f64, floor(fixed_f64[me + 2])))
v8 = grid_min(max(1.0f64, p_f64))
let v9 = grid_scan_add((b11[me, 1] ? SUM : b16[here]))
if fixed_bool[len(bytes) % 11] {
leave l7
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
