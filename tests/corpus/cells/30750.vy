// Program 30750 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30750
program conform_30750
workgroup 7, 1, 1
grid 20, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = 10
param p_u64: u64 = 6
param p_i64: i64 = -13
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21]
out b1: u32[21]
in bytes: u8[40]
uniform fixed_bool: bool[3]
uniform fixed_u32: u32[8]
in fixed_i32: i32[3] @cache(temporal)
in fixed_u64: u64[10]
uniform fixed_i64: i64[10]
in fixed_f32: f32[9]
in fixed_f64: f64[6] @align(4)
uniform b10: i8[7, 2]
out b11: bool[22, 3] @cache(streaming)
out b12: i8[21, 2]
out b13: i64[23]
scratch b14: i8[23]
out b15: atomic u64[2]
persistent b16: atomic u64[21]
shared b17: u32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_min(p_i32)
let v1 = grid_iscan_min(atomic_add(b16[me], 9223372036854775808u64))
let v2 = grid_iscan_min(fixed_i64[me + 2])
let v3 = atomic_min(b16[me], v1, release)
atomic_sub(b15[1882475089u32 % 3], mulhi(u64(16777217.0f32), atomic_exchange(b16[me], v1, acquire, device)), acq_rel, system)
var w4 = 0
while w4 < 4 && (b0[5u32 % 22] >= (fixed_u32[TABLE[1] % 9] | u32_at(bytes, 824023856u32 % 41))) {
w4 += 1
if me < 20 { b1[me] = (((p_u32 << v3) * clamp(b1[me], b17[here], 128u32)) / 4294967295u32) }
block l5 {
if false {
b15[2147483648u32 % 3] += rotl(u64(b11[me, 1]), 256i32)
atomic_sub(b15[u32(v2) % 3], u64(reverse(v0)), acquire, system)
}
if (u32(fixed_i64[v1 % 11]) == clamp(b17[here], b1[me], b17[here])) { leave l5 }
}
atomic_sub(b15[1u32 % 3], (clamp(v1, fixed_u64[i64(fixed_f64[me + 0]) % 11], v3) >> (v0 << u64_at(bytes, u32(fixed_u64[me + 1]) % 41))), relaxed, device)
b14[me] = (min(i32(v3), (v0 | v0)) * clamp((p_bool ? p_i32 : v0), b10[b17[here] % 8, 1], i32(fixed_f64[p_u32 % 7])))
if bool((2i64 | v2)) { break }
}
var v6 = (((fixed_bool[b0[p_u32 % 22] % 4] ? fixed_u64[p_u32 % 11] : 7u64) < (fixed_u64[63i32 % 11] / fixed_u64[fixed_u64[5] % 11])) ? unbits(popcount(fixed_u64[1100651229u64 % 11])) : (trunc(fixed_f64[i32(-2147483647) % 7]) / f64(fixed_f64[(1u32 << 255i64) % 7])))
v6 += min(v6, (unbits(fixed_u64[2147483647u32 % 11]) * f64(fixed_f64[max(fixed_u32[6], b0[p_u32 % 22]) % 7])))
b15[255u32 % 3] -= ((v3 | p_u64) & u64(u64_at(bytes, 5u32 % 41)))
fixpoint k8 in 0..0 {
let v9 = (fixed_bool[k8 % 4] ? workgroup_max(fixed_f32[33u32 % 10]) : f32(fixed_bool[k8 % 4]))
v6 += grid_add(v6)
if k8 < 3 && (b17[here] % 3 != 1) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v6)
