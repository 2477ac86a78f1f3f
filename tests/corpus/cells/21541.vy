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
in fixed_bool: bool[3] @axis(0)
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[10]
in fixed_u64: u64[8]
in fixed_i64: i64[6] @axis(0)
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
let v2 = bool((u64_at(bytes, b0[me + 1] % 41) % p_u64))
block l3 {
if v2 { return x0 }
if (i64(fixed_f64[me & 7]) == fixed_i64[me & 3]) {  }
}
return u32((-fixed_f64[me & 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a4: i64[1]
a4[4294967294u32 % 1] += (((fixed_bool[TABLE[p_u32 % 10] % 4] ? atomic_and(b15[me], 256u32, acq_rel) : atomic_exchange(b15[me], 2102622972u32, acq_rel)) % 2 < 2) ? fixed_i64[me & 3] : ((p_bool ? 33i64 : fixed_i64[me & 1]) / i64(b10[me & 7, (33u32 - 3u32) % 3])))
let v5 = a4[min(p_u32, u32_at(bytes, p_u32 % 41)) % 1]
var v6 = (i32(mulhi(fixed_i64[(fixed_bool[1] ? 64u32 : b0[34]) % 7], fixed_i64[(1850632896u32 | len(bytes)) % 7])) & fixed_i32[(128u32 % 2u32) % 11])
v6 = workgroup_and(fixed_i32[me & 7])
var v7 = fixed_bool[b0[p_u32 % 289] % 4]
v7 = (fixed_f32[i64(unbits(0x10000000000000u64)) % 11] >= (fixed_f32[p_u32 % 11] / fixed_f32[bytes[0] % 11]))
var v8 = (!((fixed_bool[TABLE[p_u32 % 10] % 4] ? fixed_f64[3u32 % 5] : fixed_f64[2147483647u32 % 5]) >= (p_f64 - fixed_f64[(~33u32) % 5])))
v8 = fixed_bool[63u32 % 4]
v7 = ((fixed_u64[u32(unbits(0xd572bfd76627573fu64)) % 9] - 1u64) != u64(fixed_i64[31u32 % 7]))
b14[32u32 % 4] -= v5
let v9 = trunc(fixed_f64[553810947u32 % 5])
let v10 = min(max(p_f64, fixed_f64[me & 1]), unbits(fixed_u64[me & 7]))
for k11 in (p_u64 << atomic_xor(b15[me], 1490334279u32, relaxed, system)) % 3..u64(v5) % 6 {
var v12 = bool(max(v6, v6))
v12 = (v5 <= popcount(v5))
for k13 in (v8 ? fixed_i32[5u32 % 11] : v6) % 3..i32(v9) % 6 {
if ((v12 || v7) ^ bool(v12)) {
var v14 = (v8 ? unbits(b15[me]) : (p_f32 / fixed_f32[k11 % 11]))
let v15 = ((v5 >> v5) / i64(v9))
let v16 = floor(f64(fixed_i32[me & 1]))
b16[here] &= u32(max(fixed_u32[me & 7], b15[me]))
} else {
b1[me] = (atomic_or(b15[me], 1u32, acquire) - atomic_and(b15[me], 33u32, acquire))
let v17 = f0(atomic_add(b15[me], TABLE[2], relaxed, workgroup), i32(1968890916u32))
}
b16[here] = atomic_load(b15[me])
if ((v7 ? fixed_bool[me & 3] : fixed_bool[me & 1]) ? (atomic_xor(b15[me], p_u32, acquire, system) % 2 < 1) : v8) { break }
var v18 = (clz(v5) <= (fixed_bool[me & 3] ? v5 : v5))
b11[me] += i32(v9)
}
if ((127u32 * atomic_max(b15[me], 7u32, relaxed, workgroup)) % 5 >= 2) { continue }
var a19: f64[1]
a19[378658587u32 % 1] *= f64(mulhi(rotl(k11, k11), abs(u64_at(bytes, b1[me] % 41))))
let v20 = a19[1857765757u32 % 1]
}
b14[u32(p_f32) % 4] += min((v8 ? v5 : v5), i64(p_f32))
if (v7 ? workgroup_any(p_bool) : workgroup_load(fixed_bool[p_u32 % 4])) {
var w21 = 0
loop {
w21 += 1
if w21 > 4 { break }
if v7 {
var v22 = 7u32
if me < len(b11) { b11[me] = ((v7 ? p_i32 : v6) >> i64(fixed_i32[u64_at(bytes, p_u32 % 41) % 11])) }
b16[here] = u32(bool(1570552900i64))
} else {
a4[u32(fixed_i64[4]) % 1] = i64((p_i64 / v5))
var v23 = abs(u32(fixed_i64[me & 7]))
v23 = workgroup_size.x
var a24: f64[3]
a24[u32(7u64) % 3] = ((p_bool ? fixed_f64[me & 1] : v9) / round(unbits(0x27105e4a974b07u64)))
let v25 = a24[u32_at(bytes, p_u32 % 41) % 3]
}
a4[max(bytes[13], 2u32) % 1] += (~clamp(fixed_i64[me & 7], fixed_i64[me & 1], v5))
if bool(reverse(a4[127u32 % 2])) { continue }
}
v6 += max(reverse(p_i32), (~p_i32))
} else {
b16[here] += (atomic_exchange(b15[me], 664635912u32) & (p_bool ? p_u32 : TABLE[848520886u32 % 10]))
}
v8 = p_bool
if fixed_bool[4294967295u32 % 4] {
a4[(1400897565u32 - TABLE[p_u32 % 10]) % 2] = i64((-3u64))
atomic_sub(b14[fixed_u32[me & 7] % 4], rotl((v7 ? v5 : v5), (fixed_u64[4294967295u32 % 9] & fixed_u64[4294967295u32 % 9])), release, device)
b11[me] = min((-p_i32), popcount(b10[me & 1, u32(v9) % 4]))
var w26 = 0
while w26 < 4 && (fma(unbits(0x800000u32), unbits(0x1e764089u32), p_f32) <= (v7 ? fixed_f32[(31i64 ^ v5) % 11] : fixed_f32[me & 7])) {
w26 += 1
b11[me] = v6
if ((fixed_bool[me & 7] ? v7 : fixed_bool[me & 1]) && (v9 == unbits(0x309145c847e91f4cu64))) { break }
}
}
b11[me] &= v6
var a27: u32[4]
a27[a27[p_u32 % 5] % 4] = u32(trunc(v9))
let v28 = a27[gid.z % 4]
each i in 0i32..288 {
o13_289[i] = b10[1u64 % 4, 255u32 % 4]
b11[i] = i32(fixed_u64[v5 % 9])
block l30 {
b1[i] += reverse((fixed_u32[v28 % 9] * v28))
var w31 = 0
loop {
w31 += 1
if w31 > 4 { break }
if bool((i * fixed_i32[v5 % 11])) { leave l30 }
}
if ((b1[i] % 4 == 1) ? p_bool : v7) {  }
}
}
b1[me] = b1[me] * 3 + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(v9)) + u32(bits(v10)) + u32(a27[2]) + u32(v28)
