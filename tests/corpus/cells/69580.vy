// Program 69580 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 69580
program conform_69580
workgroup 8, 4, 1
grid 8, 8, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = 7
param p_u64: u64 = 4
param p_i64: i64 = -7
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[4] @axis(0)
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[8]
in fixed_i64: i64[7]
in fixed_f32: f32[4]
uniform fixed_f64: f64[4]
in b10: i8[9]
out b11: f64[65] @align(8)
inout b12: u16[65, 1]
inout b13: atomic u64[2]
scratch b14: atomic i32[64]
shared b15: u32[32]
shared b16: f32[32]
shared b17: atomic i64[2] @align(8)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_add(fixed_u64[me + 2])
let v1 = workgroup_iscan_add((fixed_i64[31u32 % 8] << 1289048778u64))
let v2 = workgroup_iscan_min(b12[me, b12[me, 0] % 1])
let v3 = atomic_min(b14[me], fixed_i32[me + 0], release)
atomic_add(b13[255u32 % 3], v0, acq_rel)
fixpoint k5 in 1..5 {
for k6 in -2..0 {
b15[here] = v2
if (v2 % 4 != 2) {
var v7 = (bool(v2) ? fixed_bool[v3 % 12] : (k6 <= k6))
}
if fixed_bool[k5 % 12] {
let v8 = grid_scan_or(v0)
barrier grid
break
}
}
if k5 < 2 && fixed_bool[p_i64 % 12] { again }
}
let v9 = (v1 + grid_iscan_max(v1))
var w10 = 0
loop {
w10 += 1
if w10 > 4 { break }
if fixed_bool[me + 2] {
atomic_sub(b17[b0[45] % 3], ((fixed_i64[b1[me] % 8] ^ v9) + (fixed_bool[v2 % 12] ? v9 : 256i64)))
block l11 {
var v12 = (bool(v1) ? (v3 * atomic_compare_exchange(b14[me], v3, v3)) : (fixed_bool[mulhi(v1, p_i64) % 12] ? v3 : v3))
v12 = clamp((fixed_i32[v3 % 4] >> mulhi(p_i64, 878877190i64)), i32((false ? fixed_f64[u32(v2) % 5] : fixed_f64[64u32 % 5])), ((fixed_bool[u32(v2) % 12] ? atomic_or(b14[me], v3) : atomic_exchange(b14[me], v12)) - b10[me + 1]))
if bool(mulhi(v2, fixed_u32[v3 % 5])) { break }
}
b17[v2 % 3] -= (i64(b16[here]) >> (2147483648u32 * v2))
}
if ((fixed_bool[v2 % 12] | fixed_bool[b12[me, 0] % 12]) || bool(p_f32)) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v9)
