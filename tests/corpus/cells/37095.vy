// Program 37095 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 37095
program conform_37095
workgroup 1023, 1, 1
param p_grid: u32 = 446
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = 0
param p_u64: u64 = 8
param p_i64: i64 = -10
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 1023
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023]
in bytes: u8[40] @axis(0)
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[9]
in fixed_u64: u64[9]
in fixed_i64: i64[5]
in fixed_f32: f32[5]
uniform fixed_f64: f64[6]
in b10: u8[4, 1]
scratch b11: bool[1023, 2] @live @align(2)
out b12: bool[1024, 3]
inout b13: atomic i32[1]
out b14: atomic i64[1023]
shared b15: u32[1023]
shared b16: atomic u64[3] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: f64[5]
a2[(true ? fixed_u32[p_u32 % 7] : x0) % 5] += f64(reverse(fixed_i32[me & 1]))
let v3 = a2[rotr(b0[me + 1], fixed_i64[me & 7]) % 5]
b11[me, x0 % 2] = fixed_bool[me & 3]
b11[me, x0 % 2] = (u32(fixed_u64[me & 1]) <= (bytes[me + 1] / x0))
return u32(i32(p_bool))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_and(b12[me, 1])
let v5 = workgroup_scan_and(2147483647u32)
let v6 = workgroup_scan_and(clamp(fixed_i32[me & 7], fixed_i32[me & 3], p_i32))
let v7 = atomic_or(b14[me], 127i64, acq_rel)
b13[u32(32u64) % 2] -= i32((fixed_i64[me & 7] ^ p_i64))
let v8 = ((p_bool ^ fixed_bool[u32((-1i64)) % 8]) ? workgroup_iscan_add(ctz(p_u64)) : workgroup_load(fixed_u64[u32(true) % 10]))
assert me < 9 || bool(f64(p_i64)), "{}", (v5 & p_u32)
atomic_add(b16[abs(v5) % 4], ceil_div(u64(atomic_and(b14[me], v7, release, workgroup)), (3u64 / v8)), acquire)
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32)
