// Program 13517 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 13517
program conform_13517
workgroup 2, 3, 1
grid 5, 3, 1
param p_bool: bool = false
param p_u32: u32 = 4
param p_i32: i32 = -1
param p_u64: u64 = 16
param p_i64: i64 = -26
param p_f32: f32 = 7.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18] @range(35, 12)
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
in fixed_u64: u64[10]
in fixed_i64: i64[5]
in fixed_f32: f32[4]
uniform fixed_f64: f64[7]
in b10: u16[4]
persistent o11_20: i32[] @align(128)
inout b12: u16[18, 3, 3]
out b13: f64[18, 1]
inout b14: atomic i32[3]
inout b15: atomic u64[len(b0)]
shared b16: u32[6]
shared b17: atomic i32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (fixed_bool[me & 3] | (!p_bool))
v2 = v2
var a3: u32[3]
a3[x0 % 3] = rotl((bool(1.5f32) ? clamp(TABLE[y1 % 10], a3[b10[1] % 4], x0) : x0), o11_20[me])
let v4 = a3[x0 % 3]
let v5 = max(min(fixed_i64[b0[me + 1] % 6], fixed_i64[v4 % 6]), fixed_i64[me & 1])
block l6 {
let v7 = (i32(fixed_u64[b0[4] % 11]) - i32(fixed_bool[me & 7]))
v2 = bool(p_u64)
if ((v5 & fixed_i64[b10[me & 7] % 6]) < max(v5, v5)) {  }
if fixed_bool[me & 7] {  }
}
return ((v4 >> u64(wid.y)) + (v2 ? x0 : v4))
}
fn f1(x8: u32, y9: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v10 = grid_scan_or(32u32)
let v11 = ((fixed_f32[max(0i64, fixed_i64[3]) % 5] * 0.0f32) + grid_min(fixed_f32[me & 1]) * grid_add(p_f32))
let v12 = grid_iscan_or(((fixed_bool[me & 1] | p_bool) ? i32(p_f64) : i32(y9)))
for k13 in y9 % 3..i32(y9) % 6 {
o11_20[me] = rotr((y9 % 0i32), max(4294967296i64, fixed_i64[127u32 % 6]))
if ((!fixed_bool[me & 3]) ? (fixed_bool[me & 7] ^ fixed_bool[me & 3]) : fixed_bool[me & 1]) { break }
}
return (b0[me & 7] << (fixed_bool[me & 1] ? fixed_u64[me & 1] : fixed_u64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v14 = i32((fixed_i64[33u32 % 6] - (i64(workgroups.x) % fixed_i64[TABLE[p_u32 % 10] % 6])))
v14 += ((p_bool ? p_i32 : v14) + workgroup_broadcast(0i32, b10[p_u32 % 5] % 7))
var v15 = grid_scan_add(v14)
v15 = mulhi(rotr(33i32, atomic_max(b15[me], 5u64, acquire)), v15)
var v16 = true
var v17 = workgroup_broadcast(rotl(u32(fixed_i64[me & 7]), u64(p_f64)), 3u32 % 7)
var v18 = u32((fixed_i32[fixed_i64[0] % 9] | v14))
v18 += (true ? workgroup_and(u32_at(bytes, i64(workgroup_size.z) % 41)) : workgroup_and((v17 + len(b13, 1))))
var v19 = ((~b0[b10[me & 1] % 19]) + grid_and(v17) * grid_and(32u32))
b1[me] <<= ((b10[me & 3] - v17) + grid_max((v16 ? u32_at(bytes, (b10[me & 1] | b10[p_u32 % 5]) % 41) : SUM)) * grid_iscan_max(v18))
v16 = bool(rotl(u64_at(bytes, p_u32 % 41), p_i64))
let v20 = popcount(p_u32)
o11_20[me] += grid_iscan_and(rotr((fixed_i32[me & 1] - v14), (~v19)))
barrier grid
if me < 21 { o11_20[me] = ((bool(fixed_f32[me & 7]) || (p_bool ? v16 : v16)) ? ((v17 % 5 != 2) ? i32(2.5f64) : i32(fixed_f32[fixed_i64[3] % 5])) : rotl(mulhi(p_i32, v14), (i32(workgroup_size.y) ^ v15))) }
b1[me] = b1[(me * 5 + 3) % 18] + grid_max(ceil_div(rotl(v17, v18), b10[me & 1]))
atomic_sub(b14[v20 % 4], (~3i32), relaxed, device)
if ((fixed_bool[55868338u32 % 12] ? fixed_i64[b10[2] % 6] : 63i64) > reverse(fixed_i64[32u32 % 6])) {
if bool(rotr(b10[v17 % 5], v14)) {
if me < len(o11_20) { o11_20[me] += i32((fixed_f32[me & 7] * fixed_f32[me & 3])) }
}
let v21 = (fixed_i64[878038666u32 % 6] + grid_or(i64(workgroups.x)))
block l22 {
if (f32(fixed_f32[bytes[38] % 5]) != fixed_f32[SUM % 5]) {
leave l22
}
}
o11_20[me] += ((popcount(p_u32) <= min(128u32, 31u32)) ? i32(max(fixed_f32[me & 1], p_f32)) : i32(f32(b10[v14 % 5])))
} else {
if (f64(1674108744u32) <= (-b13[me, 0])) {
var v23 = f64(unbits(fixed_u64[me & 3]))
v19 = u32((i32(gid.x) & 788652909i32))
o11_20[me] += i32(abs(fixed_f32[me & 1]))
var w24 = 0
while w24 < 4 && bool(p_u64) {
w24 += 1
v23 = (floor(v23) - fma(v23, v23, v23))
if bool(abs(p_i32)) { continue }
}
} else {
let v25 = (u32(clamp(v14, v14, v14)) >= v18)
if me < len(o11_20) { o11_20[me] = clamp(i32((5i64 / fixed_i64[me & 3])), i32(bool(fixed_i64[u64_at(bytes, 21) % 6])), (ctz(v14) << i32(v25))) }
}
for k26 in (fixed_i64[2147483647i32 % 6] + fixed_i64[7u32 % 6]) % 3..(fixed_i64[32i32 % 6] % 5i64) % 6 {
var w27 = 0
loop {
w27 += 1
if w27 > 4 { break }
let v28 = f0(((-b12[me, 1, 2]) / u32(32i32)), 63i32)
if ((v18 % 5 != 1) ^ v16) {
atomic_add(b14[u32(k26) % 4], i32(max(fixed_f32[me & 7], fixed_f32[me & 1])), acquire, device)
}
if (v18 % 2 >= 2) { continue }
if ((fixed_bool[me & 1] ? v14 : v14) > i32(unbits(0x36a0000000000000u64))) { continue }
}
if ((fixed_u64[me & 3] - p_u64) > clz(atomic_min(b15[me], 128u64, acq_rel))) { break }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18) + u32(v19) + u32(v20)
