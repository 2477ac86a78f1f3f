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
v2 += ctz((v2 | y1))
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
a5[(63u32 << (clock() * 0)) % 3] = bool(p_u32)
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
var v13 = ((fixed_bool[me & 1] | v6) ? clz(v3) : (v3 / v3))
v13 = ((a10[p_u32 % 6] < u64_at(bytes, wid.z % 41)) ? max(v13, v13) : (-atomic_load(b18[me])))
atomic_add(b14[127u32 % 2], ((b19[here] % 5 < 2) ? p_i64 : v3), relaxed, device)
if bool(f64(v3)) { break }
b16[me] += f64(((v6 ^ v6) ? f64(a8[4294967295u32 % 6]) : (v6 ? 0.1f64 : b16[me])))
var v14 = b20[here]
if v6 { continue }
}
b14[63u32 % 2] -= ((a5[lid.x % 4] ? b21[me & 1] : fixed_i64[me & 1]) * (b18[me] - v3))
a5[b10[me & 1] % 3] = bool(trunc(v7))
a8[33u32 % 6] <<= ((unbits(0xdea3d67cu32) < fixed_f32[ceil_div(837727429u32, b0[p_u32 % 65]) % 10]) ? workgroup_or((v6 ? b17[me] : a10[(false ? 64u32 : 5u32) % 6])) : (-2u64))
b11[me] *= popcount(clz((clock() * 0)))
let v15 = workgroup_scan_add(b19[here])
if (f64(fixed_i64[rotl(255u32, fixed_i32[p_u32 % 5]) % 7]) <= f64(b0[63u32 % 65])) {
atomic_sub(b14[v15 % 2], (bool(v11) ? i64(v11) : (v3 & atomic_load(b18[me], relaxed, workgroup))))
} else {
b20[here] += workgroup_add(i32((b0[fixed_u64[me & 7] % 65] << 7u32)))
a5[rotr(bytes[me + 1], a10[4]) % 3] = (v7 >= (v7 + v7))
}
b11[me] = (((v3 >= 255i64) ? (b12[me] ? v11 : a10[v15 % 6]) : u64(b17[me])) ^ a10[v15 % 6])
let v16 = workgroup_iscan_xor(b10[(v15 | v15) % 6])
b17[me] = fixed_u64[bits(v7) % 7]
b11[me] = u64_at(bytes, b19[here] % 41)
b18[me] = ctz(v3)
let v17 = fixed_u64[me & 7]
if ((bytes[1688380040u32 % 41] % b0[(~128i32) % 65]) % 5 == 1) {
if (fixed_f32[wid.x % 10] != fixed_f32[b10[1] % 10]) {
a5[v15 % 3] = ((fixed_bool[me & 3] | b12[me]) ? (v6 || fixed_bool[790717676i32 % 4]) : (!p_bool))
var w18 = 0
while w18 < 5 && (i32(fixed_i64[(b0[3] / p_u32) % 7]) < reverse(2147483647i32)) {
w18 += 1
atomic_store(b15[me], ((v7 != v7) ? p_u64 : (v11 << v3)))
if (i64(fixed_f64[me & 7]) > i64(v7)) { break }
a5[v15 % 3] = (clz(b10[v15 % 6]) % 3 >= 2)
let v19 = u64(clz(v3))
if (v7 > abs(fixed_f32[me & 1])) { continue }
}
}
} else {
atomic_sub(b14[127u32 % 2], clz(i64(fixed_bool[me & 1])))
b16[me] += clamp(abs(min(-1.5f64, p_f64)), round(trunc(b16[me])), fixed_f64[me & 7])
for k20 in i32(b16[me]) % 3..v9 % 6 {
let v21 = f0(u32(clamp(v7, fixed_f32[me & 7], v7)), clz(clamp(k20, a8[127u32 % 6], k20)))
b14[v15 % 2] += rotl(i64(v6), (~a8[p_u32 % 6]))
if ((true ? a5[u32_at(bytes, p_u32 % 41) % 4] : fixed_bool[me & 1]) || p_bool) { continue }
if me < len(b0) { o13_65[me, max(v15, workgroups.x) % 1] += (v6 ? clamp(v15, v15, 64u32) : (v15 ^ v15)) }
}
}
let v22 = workgroup_min(f64(false))
b20[here] = a8[(v15 >> b19[here]) % 6]
b19[here] += 128u32
pause()
var w23 = 0
while w23 < 3 && true {
w23 += 1
if b12[me] {
a5[v15 % 3] = (b12[me] ^ (v6 | v6))
b16[me] = abs(trunc(v22))
a5[(-3u32) % 3] = (clz((b12[me] ? v15 : p_u32)) >= u32(trunc(v22)))
}
if (v15 % 2 >= 1) { break }
}
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4) + u32(a5[1]) + u32(v6) + u32(bits(v7)) + u32(a8[2]) + u32(v9) + u32(a10[2] >> 32) + u32(v11 >> 32) + u32(v15) + u32(v16) + u32(v17) + u32(bits(v22))
