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
in fixed_f32: f32[9] @cache(streaming)
uniform fixed_f64: f64[5]
in b10: u8[5] @cache(streaming)
scratch b11: u64[65] @live
scratch b12: bool[64] @live
inout o13_65: u8[, 1] @align(128)
inout b14: atomic i64[1]
out b15: atomic u64[64] @align(64) @cache(streaming)
mapped b16: f64[64]
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
v13 = ((a10[p_u32 % 6] < u64_at(bytes, v11 % 41)) ? max(i64(lid.x), i64(workgroup_size.y)) : (-atomic_load(b18[me])))
atomic_add(b14[127u32 % 2], ((b19[here] % 5 < 2) ? p_i64 : i64(grid_size.y)), relaxed, device)
if bool(f64(v3)) { break }
b16[me] += f64(((v6 ^ v6) ? f64(a8[4294967295u32 % 6]) : (v6 ? 0.1f64 : b16[me])))
var v14 = b20[here]
if v6 { continue }
}
b14[63u32 % 2] -= ((a5[lid.x % 4] ? b21[me & 1] : fixed_i64[me & 1]) * (b18[me] - v3))
a5[b10[me & 1] % 3] = bool(trunc(v7))
a8[33u32 % 6] <<= ((unbits(0xdea3d67cu32) < fixed_f32[ceil_div(837727429u32, b0[p_u32 % 65]) % 10]) ? workgroup_or((v6 ? b17[me] : a10[(false ? 64u32 : 5u32) % 6])) : (-2u64))
b11[me] *= popcount(clz(u64(workgroups.z)))
let v15 = workgroup_scan_add(b19[here])
if (f64(fixed_i64[rotl(255u32, fixed_i32[p_u32 % 5]) % 7]) <= f64(b0[63u32 % 65])) {
atomic_sub(b14[v15 % 2], (bool(v11) ? i64(v11) : (i64(lid.y) & atomic_load(b18[me], relaxed, workgroup))))
} else {
b20[here] += workgroup_add(i32((b0[fixed_u64[me & 7] % 65] << 7u32)))
a5[rotr(bytes[me + 1], a10[4]) % 3] = (v7 >= (v7 + v7))
}
b11[me] = (((v3 >= 255i64) ? (b12[me] ? v11 : a10[v15 % 6]) : u64(b17[me])) ^ a10[v15 % 6])
let v16 = workgroup_iscan_xor(b10[(v15 | v15) % 6])
b17[me] = fixed_u64[bits(v7) % 7]
b11[me] = u64(clock() <= clock())
if (ctz(v3) != i64(grid_size.y)) && wid.x % 1 == 1 { return }
block l17 {
pause()
if (v6 ? (v3 > v3) : bool(fixed_i64[u32_at(bytes, p_u32 % 41) % 7])) {  }
}
var v18 = ((u32_at(bytes, workgroup_size.x % 41) + bytes[255u32 % 41]) % 3 != 2)
v18 = bool(v18)
v18 = (v18 | bool((-fixed_u32[v3 % 8])))
assert me < 9 || bool(2113637361i64), "{}", (a8[v15 % 6] & 32i32)
var v19 = (p_bool ? (b0[b0[p_u32 % 65] % 65] / p_u32) : (grid_size.z - 2u32))
v19 >>= mulhi(i64(v3), (v3 << v3))
o13_65[me, 0] += rotr(len(bytes), (b19[here] << fixed_i32[me & 7]))
b11[me] = u64(v9)
if true {
b11[me] = rotl(u64(fixed_f64[me & 7]), a8[v15 % 6])
} else {
let v20 = mulhi(((v18 ? b12[me] : p_bool) ? mulhi(2u32, v15) : fixed_u32[me & 7]), TABLE[v16 % 10])
if ((p_bool ? v18 : true) ^ a5[p_u32 % 4]) {
b17[me] = abs(fixed_u64[me & 7])
let v21 = f0(abs(u32(b16[me])), v9)
atomic_add(b14[u32(v7) % 2], (p_i64 << (p_bool ? b10[me & 7] : p_u32)), acquire, system)
} else {
if ((-bytes[rotl(p_u32, fixed_i32[me & 3]) % 41]) % 3 < 1) {
if bool((v18 ? (clock() & 0) : u64_at(bytes, b20[here] % 41))) {
var v22 = (~(b12[me] ? 240307529i32 : 256i32))
v22 += v9
}
} else if ((v9 * 64i32) >= (v9 ^ v9)) {
b1[me] += u32((255u64 + popcount(v11)))
} else {
let v23 = f0((~clz(v16)), (i32(u64(clock() <= clock())) & (0i32 ^ b20[here])))
}
for k24 in (b10[me & 1] & v15) % 3..v16 % 6 step u32(v3) % 4 {
a5[v15 % 3] = (fma(v7, v7, v7) < (fixed_f32[me & 3] / v7))
if v18 { continue }
}
}
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4 >> 32) + u32(a5[1]) + u32(v6) + u32(bits(v7)) + u32(a8[2]) + u32(v9) + u32(a10[2] >> 32) + u32(v11) + u32(v15) + u32(v16) + u32(v18) + u32(v19)
