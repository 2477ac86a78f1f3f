// Program 38791 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 38791
program conform_38791
workgroup 4, 5, 1
grid 10, 9, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = 12
param p_u64: u64 = 14
param p_i64: i64 = -21
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 20
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[120]
out b1: u32[120]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[3]
in fixed_i32: i32[9]
in fixed_u64: u64[9]
uniform fixed_i64: i64[11] @axis(0)
in fixed_f32: f32[10]
in fixed_f64: f64[8]
in b10: u16[3, 3] @axis(0)
out b11: i16[122, 3]
persistent o12_121: i32[, 1]
out b13: u8[121, 1]
scratch b14: u64[122] @axis(0)
out b15: atomic i32[1] @cache(temporal)
out b16: atomic i64[120]
shared b17: u32[20]
shared b18: u8[20]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_i64[TABLE[6] % 12]
v2 = i64(x0)
v2 = (fixed_i64[b0[p_u32 % 121] % 12] >> u64(fixed_u64[b0[81] % 10]))
block l3 {
v2 = abs((v2 * v2))
if bool((fixed_f64[me + 0] * fixed_f64[i64(-9223372036854775808) % 9])) { leave l3 }
block l4 {
if (rotl(p_u32, y1) % 4 < 1) {  }
if true { leave l4 }
}
if bool(fixed_f32[b0[me + 2] % 11]) { leave l3 }
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a5: f32[5]
a5[31u32 % 5] = abs(fixed_f32[u32(1.0f64) % 11])
let v6 = a5[1u32 % 5]
var v7 = (fixed_i32[fixed_u64[3] % 10] + workgroup_xor(i32(fixed_i64[177909052u64 % 12])))
v7 += subgroup_min(33i32)
var v8 = fixed_u64[5u32 % 10]
var v9 = clamp(f32(fixed_f32[2147483648u32 % 11]), fixed_f32[771051355u32 % 11], fixed_f32[1687326348u32 % 11])
v9 = (f32(fixed_bool[(4294967295u64 & 0u64) % 12]) * f32(fixed_f64[255u32 % 9]))
let v10 = (atomic_or(b16[me], 128i64, relaxed, workgroup) + subgroup_xor(i64((v8 / v8))) * subgroup_load(fixed_i64[2147483647u32 % 12]))
let v11 = ((fixed_bool[fixed_u64[3] % 12] ? fixed_bool[4294967295u32 % 12] : fixed_bool[63u32 % 12]) ? workgroup_broadcast(v9, (fixed_u32[1] << u64_at(bytes, p_u32 % 41)) % 21) : clamp(v6, fixed_f32[i32(fixed_i64[9]) % 11], v6))
barrier workgroup
let v12 = ((b10[(32u32 ^ p_u32) % 4, u32(p_u32) % 3] ^ b0[802703443u32 % 121]) + workgroup_min(reverse(wid.z)))
if (bool(fixed_bool[u32_at(bytes, p_u32 % 41) % 12]) && fixed_bool[p_u32 % 12]) {
if bool(v12) {
if fixed_bool[v12 % 12] {
for k13 in (v10 >> v10) % 3..v10 % 6 {
o12_121[me, 0] = min(((true ? true : fixed_bool[v12 % 12]) ? fixed_i32[v12 % 10] : (v7 + fixed_i32[b13[me, 0] % 10])), (~i32(TABLE[(v12 + grid_size.y) % 10])))
if bool(abs(v8)) { continue }
a5[rotl(TABLE[4], 64i32) % 5] = f32(p_i64)
for k14 in (-k13) % 3..rotl(v10, v10) % 6 step i64(v8) % 2 {
assert me < 9 || (!fixed_bool[(~v7) % 12]), "{}", (fixed_bool[u32(v8) % 12] ? k14 : atomic_max(b16[me], k13, relaxed))
b1[me] = ((workgroups.x / v12) - popcount(v12))
}
if fixed_bool[me + 2] { break }
}
for k15 in min(p_u32, v12) % 3..v12 % 6 step b10[v12 % 4, (fixed_bool[1] ? v12 : v12) % 3] % 2 {
var w16 = 0
loop {
w16 += 1
if w16 > 4 { break }
b14[me] = mulhi(v8, v8)
}
b11[me, 1] = i32((fixed_bool[(-v10) % 12] || fixed_bool[b10[2, 1] % 12]))
if bool(sqrt(v9)) { break }
}
b17[here] = u32(fixed_i32[v12 % 10])
} else {
b11[me, fixed_u32[p_u32 % 4] % 3] = i32(fixed_bool[p_i32 % 12])
a5[v12 % 5] = v9
}
v7 = v7
}
for k17 in (~2u64) % 3..fixed_u64[(-1i64) % 10] % 6 {
var a18: u32[5]
a18[u32(fixed_i32[p_u32 % 10]) % 6] += u32(min(v10, p_i64))
let v19 = a18[min(v12, 255u32) % 5]
if ((fixed_bool[me + 1] | fixed_bool[me + 2]) ? fixed_bool[me + 2] : fixed_bool[p_i32 % 12]) { continue }
b11[me, (v12 - v12) % 3] += (b11[me, p_u32 % 3] / clamp(fixed_i32[v12 % 10], b11[me, v12 % 3], 1i32))
for k20 in i32(p_i64) % 3..i32(fixed_u32[(v12 & p_u32) % 4]) % 6 {
b11[me, 1] |= (-((p_i32 | k20) | p_i32))
b14[me] = (u64(fixed_i64[me + 0]) | (fixed_bool[me + 0] ? v8 : fixed_u64[v12 % 10]))
a5[v12 % 5] = fma(f32(4294967295u32), p_f32, unbits(v12))
}
if bool(ctz(344897609u64)) { break }
}
}
let v21 = subgroup_load(fixed_bool[7u32 % 12])
let v22 = ((fixed_bool[3u32 % 12] & fixed_bool[31u32 % 12]) ? workgroup_add(v7) : workgroup_load(fixed_i32[4294967295u32 % 10]))
v8 += ((u64_at(bytes, 2147483648u32 % 41) << fixed_i64[v12 % 12]) * (p_bool ? p_u64 : p_u64))
barrier workgroup
for k23 in i64(fixed_f64[fixed_u32[2] % 9]) % 3..(p_i64 << fixed_u64[64u32 % 10]) % 6 {
a5[bits(v6) % 5] *= (abs(fixed_f32[me + 1]) + fixed_f32[(v21 ? v8 : v8) % 11])
if bool(fixed_f64[me + 2]) { continue }
for k24 in fixed_u64[p_u32 % 10] % 3..fixed_u64[v12 % 10] % 6 {
let v25 = f0(u32(bool(v21)), (v22 >> max(v8, k24)))
var v26 = 63i64
v26 = (-ctz(v26))
for k27 in atomic_or(b16[me], p_i64, acquire) % 3..popcount(fixed_i64[v12 % 12]) % 6 {
if ((false | v21) & v21) {
for k28 in (v8 << fixed_u64[me + 2]) % 3..(fixed_u64[u32(1.0f64) % 10] ^ b14[me]) % 6 {
b11[me, 1] += v7
a5[p_u32 % 5] = min(floor(v9), max(v6, v6))
if (fixed_bool[(v7 * v7) % 12] & bool(v21)) { continue }
}
b17[here] = ceil_div(v12, v12)
}
b11[me, (b10[p_u32 % 4, 1] >> 166947605u32) % 3] = (v7 | i32(i64(fixed_bool[(k24 >> k23) % 12])))
if bool(b1[me]) { continue }
}
if me < 122 { b11[me, 1] = i32(p_f64) }
}
a5[rotr(v12, 4294967296i64) % 5] = max(f32(v11), v9)
}
if me < 120 { b1[me] += p_u32 }
if v21 {
var v29 = (~mulhi(b10[me + 0, 1], b13[me, clamp(len(bytes), v12, p_u32) % 1]))
v29 = mulhi((v21 ? v12 : b18[here]), (v21 ? b13[me, 0] : gid.y))
for k30 in (31i32 ^ fixed_i32[b0[p_u32 % 121] % 10]) % 3..i32(2147483647i32) % 6 step (fixed_bool[u32_at(bytes, 15) % 12] ? fixed_i32[u32_at(bytes, p_u32 % 41) % 10] : p_i32) % 2 {
for k31 in v22 % 3..max(v22, o12_121[me, u32(32u32) % 1]) % 6 {
}
if bool(u64(v21)) { continue }
}
}
b1[me] = b1[me] * 3 + u32(a5[2]) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v21) + u32(v22)
