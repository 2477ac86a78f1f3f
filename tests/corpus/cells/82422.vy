// Program 82422 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 82422
program conform_82422
workgroup 5, 1, 1
grid 6, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = -14
param p_u64: u64 = 16
param p_i64: i64 = -19
param p_f32: f32 = 2.25
param p_f64: f64 = -6.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10] @range(38, 0) @axis(0)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[4] @axis(0)
uniform fixed_i32: i32[8]
in fixed_u64: u64[11]
in fixed_i64: i64[7]
uniform fixed_f32: f32[11]
uniform fixed_f64: f64[11]
uniform b10: u8[7]
out b11: bool[10, 1] @range(37, 3)
scratch b12: u8[10, 2] @live
scratch b13: atomic i64[4] @cache(streaming)
persistent b14: atomic i64[10]
shared b15: u32[5]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(u64(fixed_u64[64u32 % 12]))
let v1 = workgroup_iscan_min(i64(fixed_i32[u32(2u32) % 9]))
let v2 = workgroup_iscan_max(mulhi((b15[here] | b12[me, 1]), u32(fixed_f64[(v1 + v1) % 12])))
atomic_store(b14[me], v1)
b11[me, 0] = b11[me, 0]
let v3 = workgroup_scan_max(rotl(fixed_u64[me + 0], v1))
b1[me] = b15[here]
var w4 = 3
while w4 > 0 {
w4 -= 1
let n5 = fixpoint k6 in 0..0 {
let n7 = fixpoint k8 in 1..5 {
var v9 = ((p_bool | fixed_bool[u32(v3) % 9]) != (b11[me, 0] ? b11[me, 0] : b11[me, 0]))
v9 = workgroup_scan_or(false)
if k8 < 5 && ((fixed_bool[(-1i32) % 9] | b11[me, 0]) && (b11[me, 0] ^ fixed_bool[p_u32 % 9])) { again }
}
let v11 = workgroup_iscan_max(i64(0i64))
if k6 < 3 && fixed_bool[TABLE[p_u32 % 10] % 9] { again }
}
let v13 = ((fixed_f32[fixed_u64[9] % 12] != fixed_f32[n5 % 12]) ? grid_broadcast(unbits((n5 ^ v2)), p_u32 % 11) : fixed_f32[clz(p_u32) % 12])
let v14 = (fixed_f64[p_u64 % 12] + workgroup_min(fma(clamp(fixed_f64[(p_u32 - v2) % 12], fixed_f64[rotl(b10[p_u32 % 8], i32(-2147483648)) % 12], p_f64), ceil(fixed_f64[v2 % 12]), (fixed_bool[u32(true) % 9] ? fixed_f64[b15[here] % 12] : fixed_f64[v2 % 12]))))
if (round(fixed_f32[i64(-9223372036854775808) % 12]) != (fixed_f32[255u32 % 12] + fixed_f32[63u32 % 12])) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
