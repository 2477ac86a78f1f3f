// Program 27284 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27284
program conform_27284
workgroup 33, 1, 1
grid 255, 1, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 6
param p_u64: u64 = 18
param p_i64: i64 = -25
param p_f32: f32 = 2.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[264]
out b1: u32[264]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
in fixed_i32: i32[8] @axis(0)
uniform fixed_u64: u64[4]
in fixed_i64: i64[3]
uniform fixed_f32: f32[3]
in fixed_f64: f64[6]
in b10: i16[9] @align(64)
inout b11: u16[265]
out b12: i64[266, 3] @range(1039, 392)
inout b13: f64[266]
out b14: atomic u32[4] @cache(streaming)
scratch b15: atomic u32[264] @live
shared b16: u32[33]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max((bits(fixed_f64[(p_bool ? 31u32 : 256u32) % 7]) & u64(fixed_i32[me + 2])))
let v1 = workgroup_iscan_max(i64(9223372036854775808u64))
let v2 = workgroup_iscan_and(p_bool)
let v3 = atomic_xor(b15[me], 256u32, acquire, workgroup)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 12)
wait()
fixpoint k5 in 1..4 {
if bool((b10[1367745952u32 % 10] + fixed_i32[fixed_u64[p_u32 % 5] % 9])) {
if v2 { again }
var w6 = 0
loop {
w6 += 1
if w6 > 2 { break }
var w7 = 0
loop {
w7 += 1
if w7 > 2 { break }
block l8 {
if me < 266 { b11[me] += u32(i64(p_f32)) }
if ((v0 - 255u64) <= (u64_at(bytes, wid.x % 41) / v0)) {  }
again
}
b11[me] = (rotl(v3, v3) | (-u32_at(bytes, v3 % 41)))
}
var v9 = (clz(fixed_i64[k5 % 4]) + workgroup_add(v1))
b11[me] ^= ceil_div((b11[me] % v3), v3)
let v10 = (clamp(p_f32, p_f32, fixed_f32[486542416u32 % 4]) + workgroup_add(fixed_f32[p_u32 % 4]))
if (min(k5, k5) % 4 == 1) {
let v11 = (bool(fixed_i32[me + 1]) && (fixed_bool[p_u32 % 7] ? v2 : fixed_bool[k5 % 7]))
continue
}
block l12 {
var v13 = ((-i32(-2147483648)) + grid_scan_or(min(31i32, b10[me + 2])))
if (u32(fixed_i32[b0[p_u32 % 265] % 9]) % 2 < 2) {
leave l12
}
}
}
} else {
}
if k5 < 4 && (abs(b11[me]) % 5 < 2) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
