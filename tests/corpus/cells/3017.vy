// Program 3017 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3017
program conform_3017
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = -13
param p_u64: u64 = 26
param p_i64: i64 = -21
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7] @axis(0)
in bytes: u8[40]
in fixed_bool: bool[10]
uniform fixed_u32: u32[8]
in fixed_i32: i32[4]
in fixed_u64: u64[11] @align(16)
in fixed_i64: i64[8]
in fixed_f32: f32[6]
in fixed_f64: f64[9]
uniform o10_18: i8[, 2]
persistent b11: i64[8, 3]
inout b12: f32[8]
inout b13: i16[9]
inout b14: u16[7, 1] @cache(streaming)
inout b15: atomic u32[3]
inout b16: atomic i32[7]
shared b17: u32[7]
shared b18: i64[7] @align(128)
shared b19: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((-fixed_f64[me + 0]) / (p_f64 - fixed_f64[fixed_u64[3] % 10]))
v2 += (fixed_bool[subgroup % 11] ? min(sqrt(v2), p_f64) : sqrt((unbits(0x7ff0000000000000u64) / v2)))
block l3 {
b13[me] += y1
if (min(y1, p_i32) < i32(fixed_f32[(-1i64) % 7])) {  }
let v4 = fixed_u64[p_u32 % 12]
if bool((fixed_u64[x0 % 12] - fixed_u64[b0[me + 0] % 12])) {  }
}
b14[me, 0] = (fixed_bool[me + 2] ? b0[4294967295u32 % 8] : u32(fixed_f64[p_u32 % 10]))
b13[me] = (i32(mulhi(fixed_u64[b14[me, 0] % 12], fixed_u64[me + 0])) * y1)
let v5 = p_f64
return ((x0 % 3 < 2) ? (fixed_bool[b14[me, 0] % 11] ? x0 : x0) : u32(fixed_u64[32i64 % 12]))
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_scan_min(x6)
let v9 = y7
var v10 = (trunc(fixed_f32[(false ? 2147483647u32 : 4294967294u32) % 7]) + grid_add(fixed_f32[(false ? v8 : TABLE[p_u32 % 10]) % 7]) * grid_min(fixed_f32[u32(b14[me, 0]) % 7]))
v10 = round(v10)
b13[me] += (v9 << (fixed_u64[y7 % 12] % fixed_u64[me + 0]))
region "r11" {
block l12 {
if me < len(b0) { b13[me] = rotl(i32(fixed_bool[x6 % 11]), fixed_i64[0u32 % 9]) }
if (i32(fixed_f64[abs(b14[me, 0]) % 10]) == reverse(v9)) {
} else {
}
if fixed_bool[me + 2] {  }
if ((0u64 ^ p_u64) <= u64(fixed_f64[fixed_u64[0] % 10])) {  }
}
}
return u32(fixed_f64[x6 % 10])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v13 = i64(b12[me])
v13 += p_i64
var a14: i64[4]
a14[(true ? p_u32 : 288535837u32) % 4] = (min(v13, v13) + workgroup_broadcast(i64((len(bytes) % 4 < 2)), 1400529200u32 % 8))
let v15 = a14[64u32 % 4]
let v16 = u32(f32(false))
let v17 = workgroup_add(fixed_f64[b14[me, 0] % 10])
b14[me, 7u32 % 1] += 33u32
each i in 0..1, j in 0..7 {
var v20 = f64((reverse(v16) != reverse(p_u32)))
let v21 = (i32(p_bool) | p_i32)
if fixed_bool[p_u32 % 11] { continue }
var v22 = (fixed_bool[2i32 % 11] ^ fixed_bool[p_u32 % 11])
v22 = v22
}
for k23 in (4294967295u32 % 1893651364u32) % 2..1 + (p_u32 << 4294967295u32) % 3 {
var w24 = 4
while w24 > 0 && (w24 % 3 == 2 || grid_broadcast((fixed_bool[TABLE[p_u32 % 10] % 11] | fixed_bool[mulhi(k23, v16) % 11]), u32(32u64) % 8)) {
w24 -= 1
for k25 in (k23 ^ 255u32) % 3..(k23 << 127i64) % 6 step b0[p_u32 % 8] % 3 {
if p_bool { break }
var w26 = 0
while w26 < 2 && fixed_bool[u32_at(bytes, 33) % 11] {
w26 += 1
let v27 = fixed_bool[(v16 + b0[1]) % 11]
if (u32(v16) % 2 >= 2) { break }
}
b1[me] += ((fixed_bool[fixed_u64[p_u32 % 12] % 11] & (v13 >= p_i64)) ? TABLE[(~b14[me, 0]) % 10] : v16)
if (fixed_bool[me + 1] && (2.5f32 == fixed_f32[63i32 % 7])) { continue }
}
b13[me] += (true ? clz(o10_18[me + 2, 1]) : (-fixed_i32[me + 1]))
if ((false ? true : fixed_bool[k23 % 11]) ? (fixed_bool[u32(u64_at(bytes, 19)) % 11] && false) : fixed_bool[u32_at(bytes, 27) % 11]) {
break
}
var w28 = 2
while w28 > 0 && (w28 % 3 == 2 || (bool(p_f64) ? grid_any((v13 == clz(v13))) : grid_and((fixed_bool[me + 0] | fixed_bool[v16 % 11])))) {
w28 -= 1
atomic_store(b16[me], b13[me])
a14[(0u32 * k23) % 5] += 4294967296i64
if fixed_bool[b0[p_u32 % 8] % 11] {
barrier grid
barrier grid
break
}
v13 = (i64(p_f32) % mulhi(a14[b14[me, 0] % 5], a14[0i32 % 5]))
let v29 = ((fixed_u64[k23 % 12] != p_u64) ? max(p_u32, k23) : (-k23))
if ((bytes[SUM % 41] % 5 < 1) ? (fixed_bool[b0[1] % 11] ? fixed_bool[u64_at(bytes, 10) % 11] : false) : (fixed_i64[rotl(k23, k23) % 9] < fixed_i64[(TABLE[5] & p_u32) % 9])) {
continue
}
}
for k30 in TABLE[p_u32 % 10] % 2..2 + (p_u32 << fixed_i64[k23 % 9]) % 3 {
if me < len(b0) { b11[me, b14[me, 0] % 3] += ((fixed_bool[v16 % 11] ? a14[4294967295u32 % 5] : b11[me, 255u32 % 3]) << (v13 / a14[v16 % 5])) }
b1[me] += clz((~k23))
if (256u32 % 2 >= 2) {
each k31 in fixed_i32[b0[5] % 5] % 3..(fixed_i32[fixed_i64[p_u32 % 9] % 5] & o10_18[128u64 % 10, 1]) % 7, k32 in fixed_i32[63u32 % 5] % 3..9 {
b12[me] = fixed_f32[u64_at(bytes, p_u32 % 41) % 7]
b15[grid_size.y % 4] -= b14[me, 0]
for k33 in abs(p_i32) % 3..rotr(o10_18[p_u32 % 10, k23 % 2], k32) % 6 step (k31 >> u64_at(bytes, 3u64 % 41)) % 4 {
b11[me, v16 % 3] = max((127i64 ^ v13), fixed_i64[rotr(32u64, p_i64) % 9])
if ((fixed_bool[b14[me, 0] % 11] ? fixed_bool[(true ? k31 : o10_18[p_u32 % 10, 1]) % 11] : fixed_bool[p_u64 % 11]) ^ (false | true)) { break }
}
if ((b0[7u32 % 8] * v16) % 4 == 1) { continue }
}
break
}
if true {
continue
}
}
if p_bool {
break
}
}
if ((p_f32 < fixed_f32[k23 % 7]) || (fixed_bool[k23 % 11] || fixed_bool[p_u32 % 11])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v13) + u32(a14[2]) + u32(v15) + u32(v16) + u32(v17)
