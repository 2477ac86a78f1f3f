// Program 60043 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60043
program conform_60043
workgroup 5, 1, 1
grid 2, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = -17
param p_u64: u64 = 21
param p_i64: i64 = -26
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[5]
out b1: u32[len(b0)] @range(12, 5)
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[8]
in fixed_i32: i32[5]
in fixed_u64: u64[7]
uniform fixed_i64: i64[11]
in fixed_f32: f32[10]
uniform fixed_f64: f64[4]
in b10: u16[5, 1]
persistent b11: u16[5]
scratch b12: u8[6, 3] @live
scratch b13: i16[6] @live @cache(streaming)
inout b14: atomic u32[4] @axis(0)
persistent o15_5: atomic i32[]
shared b16: u32[5]
shared b17: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(rotr(ctz(fixed_u64[fixed_u64[p_u32 % 8] % 8]), (fixed_bool[1i32 % 10] ? fixed_i64[1561470169u32 % 12] : 0i64)))
let v1 = workgroup_iscan_xor(p_i64)
let v2 = workgroup_any(p_bool)
let v3 = atomic_min(o15_5[me], 0i32, acquire)
atomic_store(o15_5[me], ((fixed_bool[32u32 % 10] ? v3 : atomic_xor(o15_5[me], v3, release, workgroup)) ^ i32(p_i32)), release)
let v4 = ((fixed_bool[i64(1529144801i32) % 10] & false) ? workgroup_iscan_and((v2 ? v3 : fixed_i32[u32_at(bytes, p_u32 % 41) % 6])) : workgroup_scan_min(1443420854i32))
let v5 = grid_iscan_min((v2 ? b13[me] : v3))
var v6 = abs((v2 ? workgroup_size.y : b16[2147483647u32 % 6]))
v6 -= TABLE[p_u32 % 10]
block l7 {
for k8 in i32(fixed_i64[me + 0]) % 3..(~b13[me]) % 6 {
b13[me] = i32(bool(v3))
atomic_store(o15_5[me], v4)
if bool((v1 <= fixed_i64[u64_at(bytes, p_u32 % 41) % 12])) { break }
}
var w9 = 0
loop {
w9 += 1
if w9 > 3 { break }
fixpoint k11 in 2..2 {
fixpoint k13 in 2..5 {
let v14 = unbits(ceil_div(3u32, 1u32))
if k13 < 4 && bool((~u32_at(bytes, bits(p_f32) % 41))) { again }
}
if (v2 ? (fixed_u64[v1 % 8] < fixed_u64[v6 % 8]) : bool(v2)) {
assert me < 9 || bool((-v6)), "{}", p_f64
b12[me, v6 % 4] = u32(clz(v3))
}
if k11 < 5 && (bool(i32(-2147483648)) || bool(2147483647i32)) { again }
}
if fixed_bool[u64_at(bytes, 30) % 10] {
break
}
}
if fixed_bool[max(1u32, 0u32) % 10] {
leave l7
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6)
