// Program 58787 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 58787
program conform_58787
workgroup 256, 1, 1
grid 256, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = -5
param p_u64: u64 = 11
param p_i64: i64 = -31
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
uniform fixed_bool: bool[5] @axis(0)
in fixed_u32: u32[7]
uniform fixed_i32: i32[6]
uniform fixed_u64: u64[8]
in fixed_i64: i64[10]
uniform fixed_f32: f32[8]
in fixed_f64: f64[9] @align(4)
in b10: u16[8, 1]
out b11: i8[256] @range(42, 108)
inout b12: u64[258]
inout b13: f32[256] @axis(0)
scratch b14: atomic i64[2] @live @axis(0)
inout b15: atomic u32[256]
shared b16: u32[256]
shared b17: bool[256]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = fma((true ? fixed_f64[popcount(7u64) % 10] : -1.5f64), p_f64, (-fixed_f64[(fixed_i32[p_u32 % 7] % y1) % 10]))
v2 += p_f64
v2 = p_f64
v2 += (-(fixed_bool[p_u32 % 6] ? v2 : v2))
return ((!p_bool) ? (fixed_bool[x0 % 6] ? 255u32 : x0) : clamp(p_u32, x0, p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_or(fixed_i32[31u32 % 7])
let v4 = workgroup_or(ceil_div(b12[me], p_u64))
let v5 = workgroup_or(fixed_i64[b1[me] % 11])
let v6 = atomic_or(b15[me], 1517404377u32, release)
atomic_add(b14[v6 % 3], clz(i64(v6)))
each i in 0u32..256 {
if bool((fixed_bool[v6 % 6] ? i32(-2147483647) : v3)) {
atomic_add(b14[u32_at(bytes, 35) % 3], i64((128u32 << v5)), acq_rel, workgroup)
}
}
let v8 = ((fixed_bool[2094254839u32 % 6] || true) ? grid_iscan_xor(true) : (63u32 % 3 >= 1))
barrier workgroup
fixpoint k10 in 1..1 {
b11[me] += abs((b11[me] << v3))
if k10 < 3 && ((v4 < v4) | v8) { again }
}
each i in 0..1, j in 0..256 {
atomic_add(b14[b10[p_u32 % 9, 0] % 3], mulhi((v8 ? v5 : v5), (63i64 | v5)), acquire, system)
for k13 in 9223372036854775807i64 - i64(33u32 % 6)..9223372036854775807i64 {
b1[i * 256 + j] = mulhi((p_bool ? j : v6), (atomic_load(b15[i * 256 + j]) / bytes[p_u32 % 41]))
if (abs(fixed_f32[i64(v3) % 9]) == f32(u64_at(bytes, workgroup_size.y % 41))) { continue }
if bool(i32(-2147483648)) {
} else if (!bool(v4)) {
} else {
}
}
if ((fixed_bool[TABLE[p_u32 % 10] % 6] | v8) ? bool(fixed_f64[min(fixed_i32[p_u32 % 7], v3) % 10]) : (fixed_f64[TABLE[p_u32 % 10] % 10] == fixed_f64[p_u32 % 10])) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v8)
