// Program 21541 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21541
program conform_21541
workgroup 16, 3, 1
grid 45, 6, 1
param p_bool: bool = false
param p_u32: u32 = 26
param p_i32: i32 = 1
param p_u64: u64 = 6
param p_i64: i64 = -16
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288] @range(221, 66)
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[10]
in fixed_u64: u64[8]
in fixed_i64: i64[6]
uniform fixed_f32: f32[10] @cache(streaming)
in fixed_f64: f64[4]
in b10: i16[3, 3]
scratch b11: i8[288] @live
scratch b12: f32[290]
persistent o13_289: i16[]
out b14: atomic i64[3]
persistent b15: atomic u32[288]
shared b16: u32[48]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = bool((u64_at(bytes, (1736316411u32 ^ x0) % 41) % fixed_u64[me & 7]))
var w3 = 0
while w3 < 4 && (x0 <= x0) {
w3 += 1
if v2 { continue }
}
return bits(fixed_f32[i64(workgroups.z) % 11])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v4 = bool((fixed_bool[rotl(2147483647u32, 7i32) % 4] ? fixed_f64[(true ? 982381289u32 : 5u32) % 5] : fixed_f64[p_u32 % 5]))
v4 = true
var a5: f64[4]
a5[(-p_u32) % 4] = f64(min(b12[me], fixed_f32[me & 1]))
let v6 = a5[64u32 % 4]
let v7 = ((31u32 % 3 != 2) ? (false ? f64(bytes[u32_at(bytes, 8) % 41]) : f64(128i64)) : f64(fixed_f32[7u32 % 11]))
var v8 = (bool(fixed_u64[1850632896u32 % 9]) ? clamp(unbits(p_u64), unbits(p_u64), f64(fixed_f32[1974603307u32 % 11])) : (ceil(v7) + f64(fixed_f32[fixed_u32[p_u32 % 9] % 11])))
var v9 = workgroup_and(fixed_bool[me & 7])
v9 = workgroup_or(fixed_bool[clamp(256u32, 1236465851u32, 255u32) % 4])
if v9 {
var v10 = ((b15[me] ^ b15[me]) * (4294967295u32 >> SUM))
} else {
block l11 {
var a12: u32[4]
a12[2147483647u32 % 4] = clamp(u32(u64_at(bytes, 227210036u32 % 41)), u32(atomic_min(b15[me], p_u32)), (a12[5u32 % 5] & b15[me]))
let v13 = a12[3u32 % 4]
b1[me] = (bool(b12[me]) ? abs(v13) : (v9 ? 1u32 : atomic_xor(b15[me], 32u32, relaxed, device)))
if (reverse(128u64) == (fixed_bool[me & 3] ? fixed_u64[u32_at(bytes, 32) % 9] : fixed_u64[4294967294u32 % 9])) { leave l11 }
}
b16[here] = p_u32
a5[u32(v6) % 4] *= abs(abs(v6))
}
var v14 = (bool(fixed_i32[u64(unbits(0xa6f7d3abu32)) % 11]) && workgroup_any((v9 ^ p_bool)))
v14 = (clz(wid.z) % 3 < 1)
var a15: i32[4]
a15[33u32 % 4] = (~b10[me & 3, 1])
let v16 = a15[4294967294u32 % 4]
v14 = (max(b0[1451560119u32 % 289], b0[b0[p_u32 % 289] % 289]) % 5 == 1)
var v17 = workgroup_add(v16)
v17 += i32((b0[p_u32 % 289] << fixed_i64[b0[94] % 7]))
b11[me] = (-rotr(v16, 3u64))
b11[me] += (bool(905365121u32) ? max(a15[u32(i32(grid_size.x)) % 5], popcount(v16)) : reverse((fixed_i32[me & 7] - p_i32)))
o13_289[me] += i32(p_bool)
v8 += ((fixed_bool[p_u32 % 4] ? fixed_f64[(bytes[12] ^ fixed_u32[0]) % 5] : p_f64) - max(v7, v7))
let v18 = ((v9 ? fixed_i64[4294967296u64 % 7] : fixed_i64[31u32 % 7]) | (v4 ? fixed_i64[SUM % 7] : fixed_i64[256u32 % 7]))
b16[here] = abs(rotr(clamp(atomic_add(b15[me], 510637052u32, acquire), 32u32, u32_at(bytes, 7u32 % 41)), (-u64_at(bytes, 63u32 % 41))))
let v19 = v4
each i in 0u32..288 {
a15[ceil_div(i, p_u32) % 4] = max(clamp(p_i32, i32(workgroup_size.x), fixed_i32[i % 11]), i32(fixed_i64[u32(i32(-2147483647)) % 7]))
}
let v21 = f0(mulhi((-atomic_or(b15[me], 2147483648u32)), bits(0.1f32)), ((b10[p_u32 % 4, 1] * fixed_i32[me & 3]) << i64(workgroup_size.z)))
for k22 in rotl(64u32, 5i32) % 2..1 + (b0[(~len(b10, 1)) % 289] % bytes[(b0[p_u32 % 289] % b0[p_u32 % 289]) % 41]) % 3 {
if p_bool {
a15[v21 % 5] %= ((v21 % 2 < 2) ? i32(fixed_f32[me & 3]) : (v19 ? i32(fixed_u64[abs(p_u32) % 9]) : abs(v16)))
if (bool(fixed_f32[p_u32 % 11]) ? workgroup_all(bool(i32(p_bool))) : workgroup_and(v4)) {
var a23: i64[1]
a23[v21 % 1] = clamp(v18, i64(fixed_u64[me & 7]), (v18 + 256i64))
let v24 = a23[v21 % 1]
var w25 = 0
loop {
w25 += 1
if w25 > 4 { break }
atomic_add(b14[v21 % 4], rotl((33i64 >> len(b0)), v18), release)
block l26 {
if me <= len(b11) { b11[me] += ((~(v4 ? p_i32 : v16)) >> (~(p_i64 - v18))) }
if bool(v9) { leave l26 }
var a27: u32[1]
a27[v21 % 1] += (((p_bool && fixed_bool[me & 7]) & (fixed_f32[me & 1] != p_f32)) ? ((a27[bytes[me + 2] % 2] * a27[v21 % 2]) & p_u32) : rotr(reverse(v21), ctz(127i64)))
let v28 = a27[v21 % 1]
if (bool(v16) | bool(fixed_u64[me & 7])) { break }
}
if bool(min(v6, a5[abs(p_u32) % 5])) { break }
}
}
}
atomic_sub(b14[u32(v9) % 4], ((-v18) ^ (-fixed_i64[me & 1])), release, device)
}
b11[me] = (v9 ? (p_i32 << p_u32) : abs(o13_289[me]))
atomic_add(b14[v21 % 4], min(i64(v4), (v18 << a15[v21 % 5])))
barrier workgroup
let v29 = ((!v19) ? abs(fixed_u32[64u64 % 9]) : (7u32 % 128u32))
each i in 0..6, j in 0..48 {
}
if me < len(b0) { b11[me] += i32(clamp(u32_at(bytes, u32(fixed_f64[me & 7]) % 41), v21, v21)) }
let v32 = ((i64(v29) <= fixed_i64[v29 % 7]) ^ (fixed_u64[(v17 * fixed_i32[p_u32 % 11]) % 9] >= clz(fixed_u64[bytes[p_u32 % 41] % 9])))
barrier workgroup
b11[me] = i32(((v19 ? 716697596u64 : fixed_u64[me & 1]) + fixed_u64[v21 % 9]))
barrier workgroup
var a33: u64[4]
a33[u32(p_f32) % 4] = (~max(fixed_u64[me & 7], p_u64))
let v34 = a33[(v19 ? v29 : v21) % 4]
b11[me] = clamp(min((-fixed_i32[me & 7]), min(7i32, i32(lid.y))), clz(i32(64i32)), v16)
b1[me] = b1[me] * 3 + u32(v4) + u32(bits(a5[2]) >> 32) + u32(bits(v6) >> 32) + u32(bits(v7) >> 32) + u32(bits(v8) >> 32) + u32(v9) + u32(v14) + u32(a15[2]) + u32(v16) + u32(v17) + u32(v18) + u32(v19) + u32(v21) + u32(v29) + u32(v32) + u32(a33[2]) + u32(v34)
