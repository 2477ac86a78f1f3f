// Program 23791 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 23791
program conform_23791
workgroup 256, 1, 1
grid 177, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = -9
param p_u64: u64 = 34
param p_i64: i64 = -28
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[len(b0)] @range(308, 128)
in bytes: u8[40]
uniform fixed_bool: bool[3] @cache(streaming)
in fixed_u32: u32[3]
uniform fixed_i32: i32[7]
in fixed_u64: u64[4]
in fixed_i64: i64[3]
in fixed_f32: f32[8] @align(4)
in fixed_f64: f64[5]
in o10_10: i16[, 2]
out b11: f64[256, 1]
persistent b12: u32[257]
persistent b13: i16[256]
scratch b14: u8[258, 2]
out b15: atomic i64[4] @cache(streaming)
out b16: atomic i32[256]
shared b17: u32[256]
shared b18: f16[256]
shared b19: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (x0 % 2 >= 1)
if me <= len(b13) { b13[me] = i32(fixed_u64[me & 1]) }
b13[me] = (i32(p_i32) + ctz(y1))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v3 = (i32((bytes[127u32 % 41] % 3 == 1)) <= fixed_i32[64u32 % 8])
var v4 = 3u64
var v5 = (v3 && workgroup_broadcast(((true || v3) && false), b0[p_u32 % 257] % 257))
let v6 = ((fixed_u64[(v3 ? 1650806740u32 : p_u32) % 5] >= p_u64) ? u64(grid_size.y) : bits(fixed_f64[b0[p_u32 % 257] % 6]))
var v7 = rotr(p_i64, bits(fixed_f32[1845428224u32 % 9]))
v7 = (i64(fixed_i32[u32(-3.0f64) % 8]) & clamp(i64(workgroup_size.z), fixed_i64[i32(workgroup_size.x) % 4], v7))
var v8 = 5u64
b11[me, 0] += sqrt(unbits(u64_at(bytes, 3u32 % 41)))
b16[me] = (p_bool ? (false ? o10_10[me & 7, (v3 ? bytes[me & 1] : b12[me]) % 2] : fixed_i32[me & 1]) : (b13[me] | fixed_i32[me & 3]))
b15[u32(3.0f32) % 5] += v7
b11[me, 0] = (floor(p_f64) / fixed_f64[me & 1])
b1[me] += b0[0u32 % 257]
let v9 = fma((-fixed_f64[p_u64 % 6]), round(fixed_f64[2147483647u32 % 6]), fixed_f64[2147483648u32 % 6])
atomic_add(b15[(p_u32 % 7u32) % 5], (i64(-16777217.0f64) % abs(v7)))
if v3 {
if (u64_at(bytes, u32(i64(grid_size.x)) % 41) < (18446744073709551615u64 << p_i64)) {
var v10 = ((bool(o10_10[3u32 % 6, 255u32 % 2]) ? (fixed_f32[0u32 % 9] - fixed_f32[b0[p_u32 % 257] % 9]) : (false ? p_f32 : fixed_f32[bytes[p_u32 % 41] % 9])) / trunc(round(fixed_f32[u32(p_f32) % 9])))
for k11 in -2..1 {
let v12 = subgroup_iscan_add(clz(v7))
b15[p_u32 % 5] -= i64((fixed_u32[me & 3] >> SUM))
var v13 = reverse((v3 ? v6 : v4))
if bool((v3 ^ v3)) {
continue
}
var v14 = subgroup_add(i64(7u64))
let v15 = ((fixed_bool[b0[p_u32 % 257] % 4] == fixed_bool[rotl(33u32, fixed_u64[3]) % 4]) ? f64(o10_10[2147483648u32 % 6, 1]) : max(v9, v9))
var v16 = (-v9)
v16 = ((v3 ? v3 : v3) ? subgroup_add(f64(b17[here])) : fixed_f64[5u32 % 6])
}
b12[me] += (v3 ? subgroup_load(b0[33u32 % 257]) : (b17[here] & bytes[me + 1]))
v10 = max(fma(-0.1f32, v10, v10), fma(v10, v10, v10))
} else {
b17[here] = ((b0[v7 % 257] != u32_at(bytes, 1691840795u32 % 41)) ? subgroup_and(reverse(b12[me])) : subgroup_max(b12[me]))
b11[me, 0] = round(f64(max(v8, v8)))
let v17 = (bool(1u64) ? subgroup_and(v7) : subgroup_or((-p_i64)))
}
} else {
b14[me, u32_at(bytes, 3) % 2] = min(u32(b12[me]), u32(b13[me]))
}
v8 += (v3 ? (fixed_u64[(v8 % v6) % 5] % v6) : u64(p_bool))
b18[here] += min((v5 ? fixed_f32[b12[me] % 9] : fixed_f32[63i32 % 9]), f32(atomic_compare_exchange(b16[me], fixed_i32[me & 7], 128i32, release)))
each i in 0u64..256 {
if (clamp(fixed_f32[p_u32 % 9], p_f32, fixed_f32[33u32 % 9]) < clamp(fixed_f32[fixed_i32[4] % 9], p_f32, fixed_f32[2147483648u32 % 9])) { continue }
v4 = u64(fixed_i64[255u32 % 4])
}
for k19 in -2..1 {
b15[rotl(b12[me], workgroups.x) % 5] -= (v7 >> rotl(o10_10[2u32 % 6, 255u32 % 2], v7))
if (u32(i32(workgroup_size.z)) % 2 == 1) {
continue
}
b11[me, (-128u32) % 2] += (min(p_f64, v9) + workgroup_add(f64(fixed_f64[me & 3])) * workgroup_load(fixed_f64[0u32 % 6]))
}
each i in 0u32..256 {
b11[i, b12[i] % 1] += (-b11[i, TABLE[6] % 1])
b1[i] = ((b12[i] ^ b12[i]) + (3u32 * p_u32))
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(bits(v9) >> 32)
