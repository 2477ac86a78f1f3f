// Program 14097 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14097
program conform_14097
workgroup 33, 1, 1
grid 132, 1, 1
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = -8
param p_u64: u64 = 19
param p_i64: i64 = -32
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132] @align(32)
out b1: u32[132]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[11]
in fixed_i32: i32[5]
in fixed_u64: u64[4]
in fixed_i64: i64[8]
in fixed_f32: f32[10]
in fixed_f64: f64[10]
in b10: i8[6, 3]
persistent b11: u16[132, 1]
inout b12: f64[132, 3]
out b13: bool[134]
scratch b14: atomic u32[3] @live
inout b15: atomic u64[132]
shared b16: u32[33]
shared b17: i32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i64[2]
a2[u32(595933884u64) % 2] -= p_i64
let v3 = a2[p_u32 % 2]
a2[32u32 % 2] += (p_i64 / (v3 + a2[x0 % 3]))
let v4 = (clz(p_u64) + u64(y1))
return ctz((x0 % x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_iscan_add(clamp(b10[workgroup_size.y % 7, 33u32 % 3], max(b17[here], fixed_i32[1457833482u32 % 6]), (b17[here] / b17[here])))
let v6 = workgroup_iscan_add((b13[me] ? fixed_u64[1680946863u32 % 5] : fixed_u64[fixed_i32[p_u32 % 6] % 5]))
let v7 = workgroup_iscan_add(fixed_i64[me + 0])
let v8 = atomic_max(b15[me], fixed_u64[1], release, system)
let v9 = ((p_f64 == fixed_f64[(b0[83] - 4294967295u32) % 11]) ? workgroup_scan_and(true) : workgroup_iscan_xor(true))
let v10 = v6
var w11 = 4
while w11 > 0 {
w11 -= 1
block l12 {
let v13 = bool(fixed_i64[2u32 % 9])
if bool(fixed_i64[fixed_u32[0] % 9]) {  }
if ((v9 && v9) ? (fixed_bool[fixed_i64[p_u32 % 9] % 9] & v9) : v9) {  }
}
if ((fixed_bool[4294967294u32 % 9] | fixed_bool[4294967294u32 % 9]) & (fixed_bool[255u32 % 9] ? fixed_bool[4294967294u32 % 9] : fixed_bool[64u32 % 9])) {
break
}
if bool(ctz(fixed_i64[clamp(p_u32, b0[53], 3u32) % 9])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
