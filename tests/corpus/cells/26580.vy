// Program 26580 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 26580
program conform_26580
workgroup 1, 1, 9
grid 1, 1, 18
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 15
param p_u64: u64 = 22
param p_i64: i64 = -16
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18] @range(46, 13)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[5] @align(4)
in fixed_i32: i32[5]
in fixed_u64: u64[7]
in fixed_i64: i64[4]
in fixed_f32: f32[10]
uniform fixed_f64: f64[10] @align(2)
in b10: u8[1, 1]
out b11: i32[20]
persistent b12: i64[18, 2] @cache(temporal)
out b13: atomic u32[3]
persistent b14: atomic u64[18]
shared b15: u32[9]
shared b16: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_and((f32(fixed_f32[5u32 % 11]) != sqrt(fixed_f32[clamp(fixed_u64[4], 63u64, 18446744073709551615u64) % 11])))
let v1 = workgroup_and(max(b0[me + 0], b15[here]))
let v2 = workgroup_and(p_i32)
let v3 = atomic_xor(b14[me], fixed_u64[p_u32 % 8])
atomic_add(b13[clz(v1) % 4], b10[(v1 << 1796477991i64) % 2, 0], acquire)
var v4 = u32(i32(fixed_i64[(fixed_bool[p_u32 % 11] ? v1 : 64u32) % 5]))
v4 += v4
let v5 = grid_iscan_and(((1410407379i32 << v3) >> i64(fixed_i64[v1 % 5])))
barrier grid
let v6 = (fixed_i64[(-b10[0, 0]) % 5] + grid_max((fixed_i64[me + 2] * fixed_i64[fixed_i32[me + 1] % 5])))
barrier grid
let n7 = fixpoint k8 in 2..6 {
if k8 < 6 && ((2u32 % 2 == 2) || (v3 <= v3)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(n7)
