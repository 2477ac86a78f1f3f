// Program 21041 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21041
program conform_21041 service
workgroup 32, 2, 1
grid 32, 2, 1
param p_bool: bool = false
param p_u32: u32 = 16
param p_i32: i32 = 10
param p_u64: u64 = 3
param p_i64: i64 = -9
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[3] @align(2)
in fixed_u32: u32[7]
uniform fixed_i32: i32[4]
in fixed_u64: u64[6]
uniform fixed_i64: i64[6]
in fixed_f32: f32[9] @cache(temporal)
uniform fixed_f64: f64[5]
in b10: u8[5] @cache(random)
scratch b11: u64[65] @live
scratch b12: bool[64] @live
inout o13_65: u8[, 1] @align(128)
inout b14: atomic i64[1]
out b15: atomic u64[64] @align(64) @cache(streaming)
mapped b16: f64[64] @axis(0)
mapped b17: u64[64]
mapped b18: atomic i64[len(b0)]
shared b19: u32[64]
shared b20: i8[64]
shared b21: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = y1
v2 += ctz((i32(lid.y) | y1))
if ((true ? 32u32 : p_u32) % 3 != 2) {
if me <= len(o13_65) { o13_65[me, x0 % 2] = reverse(p_u32) }
}
pause()
o13_65[me, 0] += ((fixed_bool[me & 3] || fixed_bool[me & 7]) ? rotr(fixed_u32[me & 1], fixed_u64[me & 1]) : u32(fixed_u64[me & 7]))
return o13_65[me, 0]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = i64(fma(fixed_f64[(p_i32 - 7i32) % 6], fixed_f64[2u32 % 6], fixed_f64[b0[34] % 6]))
let v4 = (i64(b0[33u64 % 65]) + workgroup_xor(i64(-9223372036854775808)))
var a5: bool[3]
a5[TABLE[6] % 3] = (b12[me] | fixed_bool[me & 7])
let v6 = a5[b19[here] % 3]
var v7 = sqrt(max(unbits(0xdfa68a90u32), unbits(0xb63d96afu32)))
v7 = (fixed_bool[u32(false) % 4] ? fixed_f32[127u32 % 10] : f32(len(o13_65, 1)))
var a8: i32[5]
a8[u32_at(bytes, 15) % 5] = i32((false ? p_f32 : v7))
let v9 = a8[TABLE[4] % 5]
barrier workgroup
async_copy(b19, 1, b0, 1563308486u32 % 65, 52)
wait()
b16[me] += fixed_f64[me & 1]
a5[(63u32 << u64(workgroup_size.y)) % 3] = bool(p_u32)
atomic_add(b14[(64u32 + 4294967294u32) % 2], i64(fixed_f64[me & 1]))
b11[me] += 32u64
var a10: u64[5]
a10[TABLE[3] % 6] += u64(2147483647i32)
let v11 = a10[(255u32 % 2147483647u32) % 5]
if me < 65 { b11[me] += rotl(u64((false ? fixed_f32[me & 1] : v7)), min((true ? a10[b10[me & 7] % 6] : 18446744073709551615u64), u64(128u32))) }
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
var v13 = ((fixed_bool[me & 1] | v6) ? clz(v3) : (i64(wid.x) / i64(gid.y)))
v13 = ((a10[p_u32 % 6] < (clock() & 0)) ? rotr(33i64, i32(lid.x)) : ctz(v3))
v13 = (v13 * mulhi(v13, 225424994i64))
if bool(u64(grid_size.z)) { break }
pause()
if v6 { break }
}
a8[7u32 % 5] += (max((v9 ^ v9), i32(a8[4294967295u32 % 6])) << ((bytes[me & 3] % 2 == 1) ? u64(b10[me & 7]) : b11[me]))
b11[me] >>= rotr(v3, ((a5[lid.x % 4] ? b21[me & 1] : fixed_i64[me & 1]) * (b18[me] - v3)))
a5[b10[me & 1] % 3] = bool(trunc(v7))
a8[33u32 % 6] <<= ((unbits(0xdea3d67cu32) < fixed_f32[ceil_div(837727429u32, b0[p_u32 % 65]) % 10]) ? workgroup_or((v6 ? b17[me] : a10[(false ? 64u32 : 5u32) % 6])) : (-2u64))
b11[me] *= popcount(clz(u64(workgroups.z)))
let v14 = workgroup_scan_add(b19[here])
if (f64(fixed_i64[rotl(255u32, fixed_i32[p_u32 % 5]) % 7]) <= f64(b0[63u32 % 65])) {
atomic_sub(b14[v14 % 2], (bool(v11) ? i64(v11) : (i64(lid.y) & atomic_load(b18[me], relaxed, workgroup))))
} else {
b20[here] += workgroup_add(i32((b0[fixed_u64[me & 7] % 65] << 7u32)))
a5[rotr(bytes[me + 1], a10[4]) % 3] = (v7 >= (v7 + v7))
}
b11[me] = (((v3 >= 255i64) ? (b12[me] ? v11 : a10[v14 % 6]) : u64(b17[me])) ^ a10[v14 % 6])
let v15 = workgroup_iscan_xor(b10[(v14 | v14) % 6])
b17[me] = fixed_u64[bits(v7) % 7]
b11[me] = u64_at(bytes, (workgroup_size.x + v14) % 41)
fence()
var v16 = fixed_u64[p_u32 % 7]
v16 <<= (fixed_i64[1688380040u32 % 7] % i64(fixed_i64[i64(grid_size.y) % 7]))
var w17 = 0
loop {
w17 += 1
if w17 > 3 { break }
var w18 = 2
while w18 > 0 {
w18 -= 1
b11[me] += rotl(u64(true), u64(p_i32))
b14[b10[me & 7] % 2] += fixed_i64[me & 3]
v16 = (~u64((fixed_bool[1u32 % 4] | fixed_bool[(p_u32 + b0[p_u32 % 65]) % 4])))
b11[me] = min(p_u64, a10[0i64 % 6])
var w19 = 0
while w19 < 4 && bool(reverse(9223372036854775807i64)) {
w19 += 1
atomic_store(b15[me], ((v7 != v7) ? p_u64 : (v11 << v3)))
if (i64(fixed_f64[me & 7]) > i64(v7)) { break }
a5[v14 % 3] = (clz(b10[v14 % 6]) % 3 >= 2)
let v20 = u64(clz(v3))
if (v7 > abs(fixed_f32[me & 1])) { continue }
}
}
}
v7 += floor(min(v7, v7))
let v21 = ((v14 << v9) + workgroup_scan_add(len(o13_65, 1)))
block l22 {
let v23 = f0(mulhi(rotr(v14, v9), p_u32), fixed_i32[me & 7])
if (max(fixed_u64[me & 3], v11) != u64(b17[me])) {  }
}
b12[me] = workgroup_and((p_i64 > i64(lid.y)))
let v24 = (-fixed_i64[rotl(p_u32, fixed_i32[1]) % 7])
let v25 = 128u32
b14[u32(v6) % 2] += b18[me]
var w26 = 4
while w26 > 0 && (w26 % 3 == 2 || ((fixed_bool[862199162u32 % 4] | true) | bool(fixed_f32[b0[27] % 10]))) {
w26 -= 1
if (bool(fixed_bool[2072084540u32 % 4]) ? true : bool(false)) {
b20[here] = a8[(v25 >> b19[here]) % 6]
b16[me] += 16777217.0f64
}
}
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4 >> 32) + u32(a5[1]) + u32(v6) + u32(bits(v7)) + u32(a8[2]) + u32(v9) + u32(a10[2] >> 32) + u32(v11 >> 32) + u32(v14) + u32(v15) + u32(v16) + u32(v21) + u32(v24) + u32(v25)
