// Program 1113 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1113
program conform_1113 service
workgroup 16, 3, 1
grid 32, 12, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = 6
param p_u64: u64 = 28
param p_i64: i64 = -21
param p_f32: f32 = 7.25
param p_f64: f64 = -1.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[384]
out b1: u32[384]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[9]
in fixed_i32: i32[8]
in fixed_u64: u64[6]
in fixed_i64: i64[10]
in fixed_f32: f32[4]
in fixed_f64: f64[11]
in b10: u16[6]
persistent o11_770: i8[, 2]
out b12: u64[384, 1]
out b13: atomic i32[4] @align(4)
inout o14_384: atomic i64[]
mapped b15: f64[len(b0)]
mapped b16: f32[384]
mapped b17: atomic i32[len(b0)] @axis(0)
shared b18: u32[48]
shared b19: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_xor(x0)
var a3: i32[4]
a3[TABLE[p_u32 % 10] % 4] = (y1 * mulhi(y1, y1))
let v4 = a3[b10[3] % 4]
a3[(u32_at(bytes, p_u32 % 41) + x0) % 5] %= grid_scan_or(fixed_i32[me + 2])
if (fixed_bool[workgroup_size.y % 6] && fixed_bool[4294967294u32 % 6]) {
}
return rotl(mulhi(x0, x0), u32(a3[v2 % 5]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(u32(unbits(fixed_u64[me + 1])), (p_i32 - (fixed_bool[33u32 % 6] ? fixed_i32[2147483647u32 % 9] : fixed_i32[4294967294u32 % 9])))
let v6 = workgroup_scan_max(b12[2126457125i64 % 385, 0])
let v7 = workgroup_scan_max(i64(fixed_i64[me + 2]))
let v8 = workgroup_scan_and((v7 > v7))
let v9 = (fixed_bool[(false ? 128u32 : b10[p_u32 % 7]) % 6] ? grid_and(u64_at(bytes, (b12[39, 0] & fixed_u64[p_u32 % 7]) % 41)) : grid_iscan_xor(u64(p_u64)))
b12[me, 0] = b12[(me * 5 + 7) % 384, 0] + grid_max((v6 << o11_770[me, 1]))
fixpoint k11 in 1..1 {
block l12 {
if ((fixed_f32[k11 % 5] < p_f32) | (false && false)) {
leave l12
}
if (abs(fixed_u64[(b10[1] >> p_u32) % 7]) > u64(fixed_f64[u32(7246649i32) % 12])) {
leave l12
}
if fixed_bool[i32(-2147483647) % 6] {
leave l12
}
}
if k11 < 2 && v8 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
