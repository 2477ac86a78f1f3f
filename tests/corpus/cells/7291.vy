// Program 7291 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7291
program conform_7291
workgroup 20, 10, 3
grid 20, 4, 2
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -3
param p_u64: u64 = 15
param p_i64: i64 = -26
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 600
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[600]
out b1: u32[len(b0)] @range(2320, 7)
in bytes: u8[40]
in fixed_bool: bool[10] @align(8)
in fixed_u32: u32[9]
uniform fixed_i32: i32[11]
in fixed_u64: u64[5]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
uniform fixed_f64: f64[7]
in b10: i16[6]
out b11: u64[599]
inout b12: i32[600, 1]
inout o13_601: f64[]
out b14: i16[602]
inout b15: atomic i32[3]
persistent b16: atomic u64[600]
shared b17: u32[600]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = i32((fixed_bool[b0[p_u32 % 601] % 11] ? f32(fixed_bool[b0[me + 2] % 11]) : ceil(fixed_f32[me & 7])))
b14[me] += clamp(mulhi(v2, y1), clamp(p_i32, p_i32, y1), popcount(v2))
v2 = ((fixed_bool[me & 7] | fixed_bool[me & 7]) ? (fixed_bool[me & 7] ? 2i32 : p_i32) : b10[me & 3])
if ((fixed_bool[me & 7] ? true : fixed_bool[me & 7]) ^ (fixed_bool[me & 3] & fixed_bool[me & 7])) {
b14[me] ^= i32(u64(v2))
b14[me] = b10[me & 1]
} else if fixed_bool[me & 3] {
} else {
}
return (rotl(b0[me & 7], u32_at(bytes, (TABLE[p_u32 % 10] >> 33u64) % 41)) * u32(fixed_f32[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v3 = (i64(b0[256u32 % 601]) + workgroup_load(fixed_i64[p_u32 % 11]))
v3 ^= (p_bool ? v3 : v3)
let v4 = ((fixed_bool[me & 1] ^ fixed_bool[(fixed_bool[me & 1] ? 1u32 : 818393188u32) % 11]) ? (o13_601[me] < fixed_f64[me & 7]) : (b17[here] % 3 != 1))
let v5 = ((b0[32u32 % 601] != 5u32) ? workgroup_min(max(fixed_f64[me & 3], fixed_f64[me & 1])) : workgroup_load(fixed_f64[p_u32 % 8]))
let v6 = u32((64u64 >> fixed_i32[64u32 % 12]))
b11[me] += ceil_div(fixed_u64[TABLE[3] % 6], (~2u64))
b11[me] = workgroup_scan_xor(b11[me])
b11[me] += rotl(b11[me], v3)
var w7 = 0
loop {
w7 += 1
if w7 > 4 { break }
let v8 = f0(((v4 && fixed_bool[me & 1]) ? (~b17[here]) : u32_at(bytes, fixed_u64[me & 7] % 41)), ((b17[here] % 4 < 1) ? (b10[me & 1] | p_i32) : (v4 ? 847265302i32 : fixed_i32[me & 1])))
if ((fixed_f32[me & 1] - fixed_f32[me & 1]) <= ceil(fixed_f32[me & 7])) { break }
}
for k9 in 2147483647i32 - i32(256u32 % 6)..2147483647i32 step (fixed_i32[2u32 % 12] >> p_u64) % 4 {
if (fixed_f32[me & 7] == 0.1f32) { continue }
b12[me, 0] += (~(fixed_i32[me & 3] + k9))
}
if (ctz(fixed_i32[(-p_u32) % 12]) == i32(b0[p_i64 % 601])) {
atomic_sub(b15[(v4 ? b0[me + 0] : v6) % 4], ((v4 ? v4 : v4) ? reverse(fixed_i32[ceil_div(b17[here], b0[me + 2]) % 12]) : (fixed_i32[0i64 % 12] + fixed_i32[me & 3])), acquire, workgroup)
}
let v10 = subgroup_min(popcount(p_i32))
b15[u32(9223372036854775808u64) % 4] -= (i32(fixed_f32[v6 % 4]) ^ clz(b12[me, u32(unbits(0xdf0dbd30u32)) % 1]))
if (fixed_bool[ctz(p_u32) % 11] && bool(p_f64)) {
var w11 = 0
loop {
w11 += 1
if w11 > 4 { break }
if ((v6 & b17[here]) % 5 != 1) { break }
}
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
if ((v4 && true) ? fixed_bool[me & 3] : v4) {
let v13 = ceil(abs(f32(2147483648u32)))
}
if (p_bool || (v5 > v5)) { continue }
var v14 = (~(v4 ? v10 : v10))
v14 = i32(v10)
if bool(fixed_i64[me & 7]) { continue }
}
}
b1[me] ^= popcount(u32(v5))
for k15 in (fixed_bool[TABLE[8] % 11] ? b10[p_u32 % 7] : v10) % 3..(v4 ? b12[me, 0] : p_i32) % 6 step (v10 + v10) % 4 {
if v4 {
b17[here] ^= clz(grid_size.x)
var w16 = 0
loop {
w16 += 1
if w16 > 4 { break }
var v17 = (mulhi((-1i32), v10) << v3)
v17 = v10
if bool((fixed_i64[(2147483648u32 << v10) % 11] >= fixed_i64[me & 7])) { break }
block l18 {
b11[me] -= abs(fixed_u64[me & 7])
var w19 = 0
loop {
w19 += 1
if w19 > 4 { break }
if me < len(b0) { b11[me] = ((v4 ? fixed_u64[me & 3] : fixed_u64[rotl(v6, gid.y) % 6]) & (b11[me] - fixed_u64[me & 1])) }
if (mulhi(fixed_u64[me & 7], 0u64) == b11[me]) { return }
let v20 = v3
if ((v4 ? fixed_bool[me & 7] : v4) || (v5 >= fixed_f64[u32(v5) % 8])) { continue }
}
if (u32(b16[me]) % 3 == 1) { continue }
}
}
var a21: bool[3]
a21[v6 % 3] = (bool(i32(true)) ? (bool(v4) ? (a21[fixed_u32[me & 3] % 4] == p_bool) : (v4 ^ p_bool)) : (u32(fixed_f64[b17[here] % 8]) % 4 >= 1))
let v22 = a21[b17[here] % 3]
}
if bool(i64(v4)) { break }
for k23 in (fixed_i64[v10 % 11] - v3) % 3..(p_bool ? v3 : v3) % 6 {
for k24 in (k23 - v3) % 3..k23 % 6 step i64(v4) % 2 {
atomic_add(b15[(b1[me] * v6) % 4], rotr(i32(p_f32), (b17[here] >> v10)))
if bool(fixed_f64[b17[here] % 8]) { break }
var w25 = 0
while w25 < 5 && bool(clz(v3)) {
w25 += 1
}
if bool(f64(v10)) { continue }
}
atomic_sub(b15[TABLE[p_u32 % 10] % 4], 127i32, acquire, workgroup)
if v4 { break }
}
if v4 { continue }
}
v3 += ((fixed_i64[v3 % 11] / v3) >> (p_u64 / fixed_u64[p_u32 % 6]))
atomic_add(b15[v6 % 4], (-(-v10)), acquire, system)
b11[me] += subgroup_iscan_min(rotr(p_u64, fixed_u64[me & 1]))
b17[here] = rotr((ctz(b17[here]) / ctz(b17[here])), max(i32(fixed_u64[TABLE[p_u32 % 10] % 6]), (v10 ^ v10)))
var a26: u32[2]
a26[v6 % 2] += p_u32
let v27 = a26[a26[p_u32 % 3] % 2]
if (ctz(bytes[abs(p_u32) % 41]) % 5 < 2) {
b11[me] = min(bits(unbits(0xaeca6ac69dd9164fu64)), atomic_xor(b16[me], u64_at(bytes, 11)))
for k28 in u64(fixed_u64[31u32 % 6]) % 3..u64(u64_at(bytes, clz(TABLE[p_u32 % 10]) % 41)) % 6 {
block l29 {
a26[bits(unbits(0x800000u32)) % 2] = u32_at(bytes, (b17[here] ^ b17[here]) % 41)
b11[me] = u64_at(bytes, p_u32 % 41)
if ((v4 | fixed_bool[me & 3]) | v4) { continue }
}
if fixed_bool[me & 7] { break }
b14[me] += v10
}
} else {
}
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4) + u32(bits(v5) >> 32) + u32(v6) + u32(v10) + u32(a26[1]) + u32(v27)
