// Program 14846 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14846
program conform_14846
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = -11
param p_u64: u64 = 17
param p_i64: i64 = -1
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99] @cache(streaming)
out b1: u32[99]
in bytes: u8[40]
uniform fixed_bool: bool[10] @align(64)
uniform fixed_u32: u32[6]
in fixed_i32: i32[3]
in fixed_u64: u64[5]
in fixed_i64: i64[5] @align(1)
in fixed_f32: f32[5]
in fixed_f64: f64[9]
uniform b10: i16[9, 2]
out b11: u16[98, 2]
scratch b12: u8[101, 2, 3]
persistent o13_99: u16[]
out b14: i64[99]
out b15: atomic i64[2]
persistent b16: atomic i64[99]
shared b17: u32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = round(round(fixed_f64[x0 % 10]))
v2 += (f64(p_i32) - sqrt(v2))
v2 += fma(fma(fixed_f64[me & 1], v2, (fixed_bool[u32(i64(lid.y)) % 11] ? fixed_f64[me & 1] : fixed_f64[abs(x0) % 10])), v2, f64(mulhi(p_u32, x0)))
o13_99[me] = (bool(fixed_i32[me & 3]) ? u32(1880394731i32) : u32(fixed_u64[me & 3]))
return u32(max(fixed_i64[256u32 % 6], i64(gid.x)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_max((fixed_bool[me & 1] ? i32(-2147483647) : 2i32))
let v4 = workgroup_scan_max(u64(v3))
let v5 = workgroup_scan_max(i64(workgroup_size.y))
let v6 = atomic_exchange(b16[me], v5)
var a7: f64[5]
a7[2] = fma(fixed_f64[me & 1], fixed_f64[33u32 % 10], fixed_f64[me & 1])
let v8, v9 = f2(fixed_f64, b11[me, 1] % 14)
f3(b1[me..me + 1], (3u32 + v9))
if bool(b0[241209575u32 % 100]) {
a7[(v9 / o13_99[me]) % 5] = ((fixed_f64[v9 % 10] != fixed_f64[me & 7]) ? unbits(0x9fe3c235dd4050c5u64) : max(fixed_f64[me & 7], 0.0f64))
b15[(p_bool ? fixed_u32[me & 1] : v9) % 3] -= rotl(i64(p_i64), (fixed_u64[me & 7] * fixed_u64[u32(v4) % 6]))
} else {
block l10 {
a7[v9 % 5] += min(f64(fixed_f32[me & 1]), (false ? v8 : fixed_f64[me & 7]))
if ((fixed_bool[me & 7] ? v6 : v6) <= i64(wid.z)) {  }
}
a7[v9 % 5] = (fixed_bool[me & 7] ? p_f64 : (-a7[(v3 & fixed_i32[me & 7]) % 6]))
}
barrier grid
b17[here] = (~(fixed_bool[me & 3] ? v9 : 2147483647u32))
barrier grid
b11[me, 1] += (p_bool ? grid_scan_add(v9) : grid_or(u32(p_f32)))
let n11 = fixpoint k12 in 0..2 {
let v13 = (min(p_i64, v6) * clamp(3i64, v5, i64(wid.z)))
a7[u32_at(bytes, p_u32 % 41) % 5] = clamp((p_bool ? v8 : v8), (p_bool ? v8 : p_f64), -2.5f64)
var a14: bool[5]
a14[ceil_div(fixed_u32[me & 3], TABLE[4]) % 5] = ((b0[reverse(i32(workgroup_size.x)) % 100] % 4 != 2) && workgroup_iscan_and(bool(fixed_f32[len(bytes) % 6])))
let v15 = a14[reverse(v9) % 5]
if k12 < 4 && (fixed_bool[me & 1] ? p_bool : bool(256i32)) { again }
}
if grid_xor((bool(p_f64) ? bool(false) : bool(v4))) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6 >> 32) + u32(bits(a7[2]) >> 32) + u32(bits(v8)) + u32(v9) + u32(n11)
