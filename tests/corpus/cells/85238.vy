// Program 85238 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 85238
program conform_85238
workgroup 31, 1, 1
grid 62, 1, 1
param p_bool: bool = true
param p_u32: u32 = 8
param p_i32: i32 = -19
param p_u64: u64 = 19
param p_i64: i64 = -4
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40]
in fixed_bool: bool[5] @cache(random)
uniform fixed_u32: u32[5]
in fixed_i32: i32[11]
uniform fixed_u64: u64[6]
in fixed_i64: i64[4]
in fixed_f32: f32[10] @cache(temporal)
in fixed_f64: f64[9]
in b10: i16[5, 3]
scratch b11: i8[62]
out b12: u8[62, 2]
scratch b13: atomic u64[3] @live
persistent b14: atomic i64[62]
shared b15: u32[31] @align(2)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max(p_u32)
let v1 = workgroup_iscan_max((fixed_bool[me + 2] ? b10[u32_at(bytes, 11) % 6, 1] : fixed_i32[v0 % 12]))
let v2 = workgroup_iscan_max(fixed_u64[b12[me, 1] % 7])
atomic_store(b14[me], fixed_i64[0i64 % 5])
b13[u32(fixed_f64[p_u32 % 10]) % 4] += u64(abs(atomic_load(b14[me])))
var v3 = ((p_bool || fixed_bool[4294967295u32 % 6]) ? grid_load(fixed_i64[31u32 % 5]) : i64(fixed_i64[rotl(len(b0), 4294967295u64) % 5]))
v3 >>= (fixed_i32[fixed_u64[4] % 12] + grid_and(((v1 | v1) | clz(v1))))
v3 = clamp(i64(p_u64), min(v3, v3), i64(fixed_f32[p_u32 % 11]))
let v4 = workgroup_scan_add(5u32)
v3 %= mulhi((fixed_i64[rotl(b0[p_u32 % 63], fixed_i32[p_u32 % 12]) % 5] - v3), (v3 + v3))
var w5 = 0
loop {
w5 += 1
if w5 > 4 { break }
let v6 = ctz(bits(f64(fixed_f64[(fixed_bool[0] ? b15[here] : v0) % 10])))
if bool(v2) { break }
}
if fixed_bool[b0[p_u32 % 63] % 6] {
for k7 in v1 % 3..v1 % 6 {
atomic_add(b13[mulhi(b12[me, 1], v4) % 4], ((fixed_bool[(v4 + p_u32) % 6] && fixed_bool[v4 % 6]) ? u64(k7) : (fixed_bool[ctz(598452906u32) % 6] ? 64u64 : v2)), relaxed, workgroup)
for k8 in 9223372036854775807i64 - i64(2147483648u32 % 6)..9223372036854775807i64 {
let v9 = ((fixed_f32[me + 1] >= fixed_f32[me + 1]) ? clz(v4) : (len(bytes) + b12[me, 1]))
}
}
b1[me] = ((p_bool ? fixed_bool[v4 % 6] : fixed_bool[v4 % 6]) ? 1874136479u32 : (TABLE[rotl(663920753i64, v2) % 10] | b12[me, 1]))
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
