// Program 65541 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 65541
program conform_65541
workgroup 20, 10, 3
grid 15, 6, 3
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 19
param p_u64: u64 = 18
param p_i64: i64 = -26
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 600
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[600]
out b1: u32[600]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
in fixed_i32: i32[4]
in fixed_u64: u64[5] @axis(0)
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[4]
in fixed_f64: f64[8]
in b10: i8[3, 1]
persistent b11: u64[600]
scratch b12: i64[601] @live
scratch b13: atomic u64[3] @live
out b14: atomic i64[600]
shared b15: u32[600]
shared b16: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (bool(b12[me]) ? (y1 / fixed_i32[me + 2]) : i32(fixed_f64[SUM % 9]))
if true {
var a3: f64[2]
a3[x0 % 2] += ((false ^ (fixed_bool[b0[me + 0] % 7] ^ fixed_bool[gid.z % 7])) ? floor(max(fixed_f64[x0 % 9], a3[x0 % 3])) : fixed_f64[me + 0])
let v4 = a3[(x0 + x0) % 2]
let v5 = (trunc(p_f32) / clamp(fixed_f32[x0 % 5], fixed_f32[4294967294u32 % 5], fixed_f32[me + 2]))
b12[me] += ((fixed_i64[x0 % 11] + rotl(255i64, i32(-2147483648))) / fixed_i64[x0 % 11])
} else {
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a6: u64[2]
a6[fixed_u32[1] % 2] += b11[me]
let v7 = a6[u32_at(bytes, 11) % 2]
let v8 = ((fixed_bool[fixed_i64[p_u32 % 11] % 7] || p_bool) ? workgroup_xor((p_bool && (fixed_bool[3i32 % 7] && fixed_bool[127u32 % 7]))) : (false | fixed_bool[p_i64 % 7]))
var v9 = ((fixed_bool[(p_u32 & 2u32) % 7] | p_bool) ? workgroup_or(fixed_i64[p_u32 % 11]) : workgroup_add((i64(atomic_and(b14[me], 31i64, relaxed)) >> bits(fixed_f64[(~4294967294u32) % 9]))))
v9 &= min(((v8 != v8) ? fixed_i64[p_u64 % 11] : (v9 + fixed_i64[(31u32 ^ 256u32) % 11])), (-clz(v9)))
var v10 = i64((~b0[(0u32 >> (-1i32)) % 601]))
var v11 = workgroup_add(p_i32)
var v12 = (rotl((p_i32 << b0[TABLE[7] % 601]), p_u32) * ((fixed_i32[(false ? 31u32 : 127u32) % 5] + 32i32) & i32(fixed_i64[676026842u32 % 11])))
v12 = b10[127u32 % 4, 0]
var v13 = subgroup_broadcast(u64((-1i32)), b0[95] % 33)
v13 += u64_at(bytes, wid.x % 41)
if bool(abs(p_i32)) {
b11[me] += u64(i64(v8))
}
b11[me] = (abs(fixed_u64[a6[p_u32 % 3] % 6]) + u64(fixed_f32[u32(fixed_f64[6]) % 5]))
let v14 = v8
var w15 = 0
while w15 < 3 && ((fixed_f64[fixed_u64[1] % 9] > fixed_f64[b0[569] % 9]) ? bool(fixed_f32[3u64 % 5]) : bool(fixed_bool[b0[p_u32 % 601] % 7])) {
w15 += 1
a6[2147483647u32 % 2] = abs((v13 - v7))
if bool((v14 ? v9 : v9)) { break }
}
let v16 = reverse(fixed_u64[32u32 % 6])
var v17 = (255u64 + workgroup_max(ctz(v13)) * workgroup_and(v13))
v17 += v16
b15[here] += b15[here]
if (bool(fixed_f64[1071117935u32 % 9]) | bool(false)) {
v17 += subgroup_iscan_or(u64_at(bytes, 2u32 % 41))
var v18 = subgroup_or(rotr(clz(v9), i32(b1[me])))
v18 += ((bytes[b0[p_u32 % 601] % 41] % 2 == 2) ? i64(v18) : i64(0.0f64))
if me < len(b11) { b11[me] = (v13 - u64(unbits(p_u32))) }
b15[here] = u32((fixed_f64[u32(a6[1]) % 9] - p_f64))
}
b1[me] += rotl((2147483648u32 & b15[here]), clz(b15[here]))
block l19 {
for k20 in reverse(v9) % 3..(-v9) % 6 {
a6[clamp(2u32, 32u32, 1u32) % 2] &= (p_u64 | v16)
if me < len(b1) { b11[me] += (clamp(u64_at(bytes, rotr(2147483648u32, fixed_i32[p_u32 % 5]) % 41), a6[5i32 % 3], v7) - u64(fixed_f64[u32(v11) % 9])) }
b15[here] += ((v14 ? b15[here] : b15[here]) % (fixed_bool[bytes[17] % 7] ? b1[me] : TABLE[u32(a6[0]) % 10]))
if v8 { continue }
}
let v21 = popcount(((b14[me] >> v13) & (v9 - v9)))
if (fixed_f32[4294967294u32 % 5] < fixed_f32[me + 1]) {  }
}
b11[me] = u64((fixed_f32[me + 2] / fma(unbits(0xc9c0241u32), fixed_f32[b15[here] % 5], fixed_f32[me + 1])))
each k22 in b15[here] % 3..950 {
if (!(v14 || v8)) {
b13[clamp(k22, k22, k22) % 4] -= b11[me]
} else if (v9 <= (fixed_i64[(k22 / p_u32) % 11] >> v16)) {
var v23 = abs(rotl(p_u64, v9))
v23 -= ctz(p_u64)
v23 *= u64(i32(fixed_bool[(b0[170] % k22) % 7]))
} else {
var v24 = sqrt(trunc(fixed_f64[k22 % 9]))
v24 += fixed_f64[64i32 % 9]
block l25 {
v24 = max(f64((63i64 | i64(-9223372036854775808))), (fixed_bool[(k22 << p_u64) % 7] ? trunc(v24) : 2.5f64))
b1[me] += rotr((k22 - k22), bits(fixed_f32[v7 % 5]))
if (fixed_bool[p_u32 % 7] ? (fixed_f32[(a6[p_u32 % 3] / u64_at(bytes, 24)) % 5] < fixed_f32[p_u32 % 5]) : (k22 % 5 != 2)) {  }
}
b11[me] = (u64(fixed_bool[k22 % 7]) & fixed_u64[k22 % 6])
}
block l26 {
for k27 in rotl(v16, p_i64) % 3..v16 % 6 step u64(fixed_f64[fixed_u64[2] % 9]) % 4 {
for k28 in 9223372036854775807i64 - i64(abs(p_u32) % 6)..9223372036854775807i64 {
atomic_add(b13[k22 % 4], u64(k28), acq_rel, device)
var v29 = rotr((v8 ? a6[u32(fixed_f64[3]) % 3] : p_u64), k28)
if (128u64 <= (~4294967296u64)) { leave l26 }
}
b1[me] = (u32(fixed_f32[k22 % 5]) + k22)
b11[me] = fixed_u64[u32(18446744073709551615u64) % 6]
}
if (bool(v7) && (fixed_bool[k22 % 7] | p_bool)) { leave l26 }
let v30 = rotl(((b1[me] % b0[1478159575i32 % 601]) << min(fixed_i32[k22 % 5], v11)), (v14 ? (~b0[k22 % 601]) : u32(7u32)))
if fixed_bool[(v11 << 0u32) % 7] {
b11[me] = (ceil_div(u64_at(bytes, p_i32 % 41), v7) * (v8 ? v13 : u64_at(bytes, k22 % 41)))
var v31 = (v9 * (b12[me] & v9))
var w32 = 0
loop {
w32 += 1
if w32 > 4 { break }
}
}
if ((b0[k22 % 601] ^ p_u32) % 2 < 2) { leave l26 }
}
if (fixed_bool[(false ? p_u32 : b0[556]) % 7] ? (v11 <= p_i32) : (v8 && fixed_bool[k22 % 7])) { continue }
}
b1[me] = b1[me] * 3 + u32(a6[1]) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v16) + u32(v17)
