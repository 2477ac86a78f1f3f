// Program 82806 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 82806
program conform_82806
workgroup 7, 1, 1
param p_grid: u32 = 13
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = 4
param p_u64: u64 = 11
param p_i64: i64 = -4
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[len(b0)] @axis(0)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[6]
in fixed_i32: i32[10] @align(64)
in fixed_u64: u64[3] @axis(0)
in fixed_i64: i64[7]
in fixed_f32: f32[7]
in fixed_f64: f64[7]
in b10: i16[7, 3]
persistent b11: i16[15]
out b12: i64[15, 3]
out b13: atomic i64[3]
scratch b14: atomic i32[14] @axis(0)
shared b15: u32[7]
shared b16: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_xor(clz(ctz(fixed_u64[me + 2])))
let v1 = grid_iscan_xor(clamp((fixed_i64[b15[here] % 8] + fixed_i64[b15[here] % 8]), (fixed_bool[u32(2147483647u32) % 4] ? b12[me, 7u32 % 3] : b12[me, 1]), b12[me, 1]))
let v2 = grid_any(fixed_bool[(-2147483648u32) % 4])
let v3 = atomic_load(b14[me])
let v4 = ((0u32 > b0[1u32 % 15]) ? grid_and(u64_at(bytes, 31u32 % 41)) : grid_scan_max(mulhi(fixed_u64[ceil_div(32u32, fixed_u32[p_u32 % 7]) % 4], v0)))
b15[here] = b0[u32_at(bytes, 22) % 15]
block l5 {
for k6 in 33u32 % 2..2 + u32(fixed_i32[128u32 % 11]) % 3 {
if bool(f32(true)) {
break
}
}
if (b0[4294967295u32 % 15] < u32(fixed_f64[86961198u32 % 8])) {
leave l5
}
if (u64(false) < rotr(fixed_u64[7u32 % 4], b0[2147483648u32 % 15])) {
leave l5
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
