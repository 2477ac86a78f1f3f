// Program 69346 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 69346
program conform_69346
workgroup 33, 1, 1
grid 66, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = 4
param p_u64: u64 = 17
param p_i64: i64 = -23
param p_f32: f32 = 5.25
param p_f64: f64 = -8.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[6]
in fixed_i32: i32[5]
uniform fixed_u64: u64[8] @axis(0)
in fixed_i64: i64[7]
in fixed_f32: f32[7]
uniform fixed_f64: f64[3]
in b10: i16[1, 2]
out b11: u32[68, 2]
scratch b12: bool[68] @live
inout b13: f32[68, 1]
inout o14_204: i8[, 3]
inout b15: atomic u64[1] @align(16) @cache(random)
out b16: atomic u32[66]
shared b17: u32[33]
shared b18: u64[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_or((fixed_i64[me & 7] - p_i64))
let v1 = grid_iscan_xor(bool(fixed_i32[me & 1]))
let v2 = grid_iscan_xor(workgroups.y)
let v3 = atomic_and(b16[me], v2, relaxed, device)
var a4: i64[5]
a4[2] = v0
let v5, v6 = f2(fixed_i64, b0[me + 1] % 14)
f3(b1[me..me + 1], v6)
let v7 = ((fixed_f64[u32(0.0f64) % 4] == 2.5f64) ? workgroup_add(fixed_u64[b11[me, 1] % 9]) : workgroup_scan_and((b18[here] / b18[here])))
block l8 {
a4[v3 % 5] = (i64(a4[v6 % 6]) & popcount(fixed_i64[me & 1]))
b15[p_u32 % 2] -= max(clamp(b18[here], v7, b18[here]), fixed_u64[4294967294u32 % 9])
let v9 = (-(p_f64 / fixed_f64[me & 7]))
if ((len(b1) % 2 != 2) & (fixed_i64[9223372036854775807i64 % 8] < fixed_i64[7i64 % 8])) {
o14_204[me, u32(o14_204[me, 1]) % 3] += i32((p_i64 * i64(lid.y)))
leave l8
}
}
var v10 = u64(p_u32)
v10 = u64((fixed_bool[255i64 % 9] ? fixed_f64[fixed_i32[p_u32 % 6] % 4] : p_f64))
print "{} {}", max(fixed_f32[me & 3], fixed_f32[v2 % 8]), (v1 ? fixed_f64[v6 % 4] : fixed_f64[(v2 + v2) % 4])
if fixed_bool[0u32 % 9] && wid.x % 2 == 0 { return }
o14_204[me, (p_bool ? b11[me, 1] : bytes[me + 1]) % 3] = (i32(v5) * i32(workgroup_size.y))
var v11 = (min(fixed_i64[me & 7], i64(subgroup)) + workgroup_max(i64(subgroup)))
let v12 = (trunc(fixed_f64[clamp(0u32, 2041728351u32, bytes[p_u32 % 41]) % 4]) + grid_max(unbits(9223372036854775808u64)))
for k13 in u64(fixed_f64[v6 % 4]) % 3..u64(fixed_u64[me & 1]) % 6 {
b17[here] = v2
}
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2] >> 32) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v10 >> 32) + u32(v11 >> 32) + u32(bits(v12) >> 32)
