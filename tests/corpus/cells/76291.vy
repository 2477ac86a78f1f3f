// Program 76291 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 76291
program conform_76291
workgroup 256, 1, 1
grid 146, 1, 1
param p_bool: bool = true
param p_u32: u32 = 25
param p_i32: i32 = 15
param p_u64: u64 = 3
param p_i64: i64 = -36
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[7]
in fixed_i32: i32[4]
in fixed_u64: u64[3]
in fixed_i64: i64[10]
in fixed_f32: f32[5]
in fixed_f64: f64[3]
in b10: i16[4, 2] @align(2)
scratch b11: i64[len(b0), 3] @live
out b12: u64[257]
persistent o13_768: u8[, 3] @align(64)
inout b14: f32[256, 2] @align(8) @cache(random)
out b15: atomic u32[1]
scratch b16: atomic u32[256] @live
shared b17: u32[256]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1024] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (popcount(fixed_i32[u64_at(bytes, 13) % 5]) <= (y1 & y1))
b11[me, 1] = max(fixed_i64[me + 2], reverse((fixed_i64[me + 1] / fixed_i64[mulhi(1u64, u64_at(bytes, 4)) % 11])))
for k3 in 4294967295u32 - u32(x0 % 6)..4294967295u32 {
if p_bool { continue }
if bool(floor(p_f64)) { break }
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_or(((fixed_u64[me + 0] + u64_at(bytes, 127u32 % 41)) << fixed_i32[u32_at(bytes, p_u32 % 41) % 5]))
var v5 = ((5u32 <= 32u32) ? workgroup_iscan_or(popcount((fixed_bool[bits(unbits(0xc97ce53eu32)) % 7] ? p_i32 : i32(-2147483647)))) : workgroup_scan_xor(rotr((fixed_i32[me + 1] * fixed_i32[1u32 % 5]), p_i64)))
var v6 = ((fixed_bool[b0[p_u32 % 257] % 7] ^ p_bool) && bool(fixed_i64[b0[122] % 11]))
var v7 = sqrt(abs(fixed_f32[255u32 % 6]))
v7 = ceil(f32(fixed_i64[p_u32 % 11]))
var v8 = u32(u32_at(bytes, b0[p_u32 % 257] % 41))
v8 = b0[2013700696u32 % 257]
let v9 = p_i64
v8 = workgroup_load(b17[623966499u32 % 257])
hits[atomic_add(found[0], 1)] = v8
if (u64(v7) < mulhi(31u64, fixed_u64[(v8 & v8) % 4])) {
v5 = i32(trunc(fixed_f64[me + 2]))
} else {
v5 = i32((i32(fixed_u64[u32(fixed_f64[1]) % 4]) >> bits(b14[me, 1])))
}
hits[atomic_add(found[0], 1)] = (bool(fixed_bool[63u32 % 7]) ? reverse(o13_768[me, 7u32 % 3]) : (v8 >> v4))
atomic_add(b15[v8 % 2], p_u32, acquire)
b12[me] = u64(f64(1.0f64))
barrier workgroup
for k10 in 1u32 % 3..ctz(2147483647u32) % 6 step (fixed_bool[i64(v5) % 7] ? bytes[me + 1] : v8) % 3 {
var a11: f64[5]
a11[(p_u32 + v8) % 5] += clamp(f64(v4), unbits(255u64), (v6 ? fixed_f64[k10 % 4] : fixed_f64[v4 % 4]))
let v12 = a11[p_u32 % 5]
let v13 = bits(fma(unbits(0x68a7c424u32), v7, v7))
if (bits(v7) % 4 >= 2) { continue }
var w14 = 0
while w14 < 3 && bool(u32(fixed_i64[p_u32 % 11])) {
w14 += 1
atomic_store(b16[me], clz(v8), relaxed, device)
if (!(7u32 % 4 != 2)) { break }
}
if v6 { continue }
}
var a15: f64[5]
a15[v8 % 5] = ((p_bool ? a15[v8 % 6] : fixed_f64[me + 0]) + (fixed_f64[fixed_u32[p_u32 % 8] % 4] * a15[v8 % 6]))
let v16 = a15[clz(v8) % 5]
if me < len(b11) { b11[me, (v6 ? o13_768[me, 1] : v8) % 3] = b11[me, 1] }
hits[atomic_add(found[0], 1)] = abs((v8 * atomic_min(b16[me], v8, relaxed, workgroup)))
var w17 = 0
while w17 < 5 && (round(fixed_f64[b17[here] % 4]) >= abs(fixed_f64[2147483647u32 % 4])) {
w17 += 1
let v18 = f0(ctz(64u32), min((v6 ? 0i32 : fixed_i32[v9 % 5]), (v5 * b10[me + 0, (v6 ? u32_at(bytes, 35) : u32_at(bytes, p_u32 % 41)) % 3])))
if v6 { break }
for k19 in 2147483647i32 - i32(u32(v5) % 6)..2147483647i32 {
atomic_store(b16[me], (u32(p_u32) - reverse(v8)))
b11[me, 1] += clamp(reverse(i64(v6)), (i64(v9) / i64(len(b1))), ((p_bool ? v6 : v6) ? (v9 | v9) : i64(k19)))
if (!bool(unbits(0x800000u32))) { continue }
}
v5 += v5
if ((v6 ? false : false) | v6) { break }
}
each k20 in v4 % 3..483 {
if (bool(fixed_f32[rotr(128u32, k20) % 6]) ? v6 : (fixed_bool[u32_at(bytes, 28) % 7] == fixed_bool[v8 % 7])) {
let v21 = ((v5 ^ 33i32) >= b10[i64(p_i64) % 5, u32_at(bytes, p_u32 % 41) % 2])
v5 = b10[v8 % 5, u32(v9) % 2]
v5 += clz(min(b10[p_u32 % 5, fixed_u32[p_u32 % 8] % 2], b10[v8 % 5, 1]))
}
let v22 = p_bool
v5 *= i32(rotr(k20, (p_i64 * fixed_i64[v8 % 11])))
}
if v6 {
b11[me, 1] += i64(min(p_f32, v7))
}
let v23 = subgroup_iscan_and((-p_i32))
b11[me, 1] = abs(i64(u32(v16)))
v7 = ((0.1f32 >= p_f32) ? clamp(fixed_f32[v8 % 6], fixed_f32[b0[p_u32 % 257] % 6], v7) : -1.0f32)
if ((b0[ceil_div(b0[206], 31u32) % 257] != b0[u64(unbits(0xb4d60d401749bf01u64)) % 257]) ? workgroup_broadcast((v9 < p_i64), 7u32 % 257) : (len(bytes) % 3 >= 1)) {
barrier workgroup
v7 += v7
if ((p_f32 != unbits(0xba2e529u32)) ? workgroup_or(false) : v6) {
hits[atomic_add(found[0], 1)] = (fixed_bool[me + 2] ? (p_u32 % 1u32) : u32(v7))
let v24 = rotl(u32(v9), (v4 - v4))
} else if v6 {
o13_768[me, v8 % 3] = (abs(b1[me]) / v8)
} else {
a15[(TABLE[p_u32 % 10] / p_u32) % 5] += f64(v16)
hits[atomic_add(found[0], 1)] = o13_768[me, 3u32 % 3]
}
} else {
}
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(a15[2]) + u32(v16) + u32(v23)
