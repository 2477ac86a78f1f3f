// Program 60541 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60541
program conform_60541
workgroup 3, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 1
param p_u64: u64 = 9
param p_i64: i64 = -6
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 3
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[3] @align(256)
out b1: u32[3]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[8]
in fixed_i32: i32[8]
in fixed_u64: u64[7]
in fixed_i64: i64[8] @axis(0)
in fixed_f32: f32[6] @cache(temporal)
in fixed_f64: f64[11]
in b10: i16[5, 1]
persistent b11: bool[5, 1]
persistent o12_4: bool[, 1]
inout b13: i32[5, 3]
scratch b14: atomic i64[3] @live
out b15: atomic u32[3]
shared b16: u32[3]
shared b17: i32[3]
shared b18: atomic u64[1] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((!bool(b0[b0[1] % 4])) ? p_f32 : (f32(fixed_f32[(y1 ^ y1) % 7]) * (fixed_f32[me + 1] + fixed_f32[x0 % 7])))
return (bool(33i64) ? p_u32 : (p_bool ? x0 : p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = fixed_bool[127u64 % 10]
let v4 = (v3 ? (fma(fixed_f32[ceil_div(33u32, 1u32) % 7], fixed_f32[745511543i32 % 7], fixed_f32[(false ? 2147483647u32 : b0[p_u32 % 4]) % 7]) - max(p_f32, fixed_f32[7u32 % 7])) : f32((p_u64 << fixed_i32[(~4294967294u32) % 9])))
var a5: bool[2]
a5[2147483648u32 % 2] = ((v3 | v3) || subgroup_broadcast((fixed_u64[64i32 % 8] > u64_at(bytes, 9223372036854775808u64 % 41)), 31u32 % 33))
let v6 = a5[(4294967295u32 - 2147483648u32) % 2]
let v7 = ((fixed_f64[b0[p_u32 % 4] % 12] < fixed_f64[4294967294u32 % 12]) ? workgroup_min(sqrt(-16777217.0f32)) : workgroup_min(v4))
let v8 = workgroup_load(fixed_i64[p_u32 % 9])
var v9 = subgroup_xor(i32(v3))
block l10 {
if me < 5 { b11[me, 0] = ((v7 - v7) < unbits(b0[(1u32 >> 652192588u64) % 4])) }
if (v3 && bool(fixed_u64[7u32 % 8])) {  }
}
var w11 = 0
while w11 < 3 && (bool(fixed_f64[0u32 % 12]) | (u64_at(bytes, 33i32 % 41) != p_u64)) {
w11 += 1
if me <= 4 { b11[me, 0] = (u64(i64(-1.0f32)) <= fixed_u64[len(bytes) % 8]) }
if ((p_bool | b11[me, 0]) ^ v3) { continue }
}
b11[me, u32_at(bytes, p_u32 % 41) % 1] = bool(p_u32)
b1[me] = bits(floor((v7 * v7)))
atomic_sub(b14[clz(2147483648u32) % 4], max((v3 ? v8 : v8), fixed_i64[me + 0]), release, device)
if workgroup_all(a5[127u32 % 3]) {
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
b11[me, 0] = ((fixed_f64[me + 0] / fixed_f64[1018874045u32 % 12]) >= f64(u32_at(bytes, 1u32 % 41)))
if bool((63i64 << u64_at(bytes, u32_at(bytes, p_u32 % 41) % 41))) { continue }
if ((v9 * v9) < 64i32) {
b17[here] += (-(~33i32))
}
var v13 = fixed_f64[me + 0]
v13 = abs((-v13))
}
}
atomic_add(b14[u32(16777217.0f64) % 4], (64i64 % (v8 & p_i64)))
b1[me] = ((v3 ? v3 : v3) ? workgroup_iscan_add(u32(v8)) : workgroup_load(b16[u64(p_i32) % 4]))
let v14 = f0((~reverse(TABLE[3u32 % 10])), (i32(v9) & (~31i32)))
v9 += v9
var w15 = 0
while w15 < 4 && fixed_bool[33u32 % 10] {
w15 += 1
var v16 = atomic_min(b15[me], v14, release, workgroup)
if v6 { continue }
let v17 = f0(rotr((v14 ^ v14), (fixed_u64[(v3 ? u64_at(bytes, p_u32 % 41) : 2u64) % 8] | fixed_u64[me + 1])), max(rotl(i32(-2147483648), v9), max(63i32, 2147483647i32)))
if (p_u32 % 5 == 1) { continue }
}
for k18 in 4294967295u32 - u32(v14 % 6)..4294967295u32 step (v14 * 63u32) % 2 {
o12_4[me, 0] = v3
}
b16[here] = popcount((p_bool ? atomic_add(b15[me], 2u32) : v14))
var v19 = u32(f64(u64(fixed_i64[127i32 % 9])))
v19 |= max((p_u32 - 33u32), u32(fixed_u64[clz(p_u64) % 8]))
atomic_sub(b14[(202452433u32 / v14) % 4], min(fixed_i64[max(p_u32, v19) % 9], (v8 % v8)))
if (clamp(fixed_f32[v19 % 7], v4, fixed_f32[u32(b0[p_u32 % 4]) % 7]) >= abs(p_f32)) {
b1[me] += v14
} else {
if (bool(fixed_i64[p_i32 % 9]) ? subgroup_and(bool((fixed_u64[(~v14) % 8] << atomic_xor(b15[me], wid.y, release, system)))) : (v4 <= v4)) {
var a20: u64[2]
a20[TABLE[8] % 3] = min((fixed_u64[me + 1] & p_u64), u64(127u64))
let v21 = a20[127u32 % 2]
b14[v14 % 4] += v8
b11[me, 0] = (u64(v3) == u64(v8))
var v22 = subgroup_min(min((-fixed_f64[v14 % 12]), fixed_f64[me + 1]))
}
atomic_add(b14[(b11[me, 0] ? u32_at(bytes, 17) : v14) % 4], i64(rotl(v8, 32u64)), relaxed, device)
atomic_add(b14[(~u32_at(bytes, p_u32 % 41)) % 4], v8, acq_rel, system)
}
let v23 = ((v9 >> fixed_u64[me + 2]) + subgroup_xor(v9))
block l24 {
var v25 = f32(ctz(v9))
v25 += abs((1.0f32 - v25))
if (fixed_f64[u32_at(bytes, 4) % 12] > (v6 ? fixed_f64[v14 % 12] : fixed_f64[1u32 % 12])) {  }
b16[here] += u32(585331879u64)
atomic_store(b15[me], rotl((len(b1) * b0[u32(p_i64) % 4]), v8))
if ((~v14) != u32(v14)) { return }
}
block l26 {
a5[v14 % 2] = v3
if bool((fixed_f64[(a5[1] ? b16[here] : v14) % 12] - unbits(0x41dfffffffc00000u64))) {  }
}
b14[4294967294u32 % 4] -= v8
b11[me, 0] = bool((v8 | v8))
if me < len(b1) { b11[me, ceil_div(v14, 2147483647u32) % 1] = ((v19 % atomic_xor(b15[me], len(b1))) % 5 == 2) }
b14[ctz(fixed_u32[7]) % 4] += i64((v23 | v9))
var w27 = 0
while w27 < 5 && (u32(b10[p_u32 % 6, b0[p_u32 % 4] % 1]) % 2 != 2) {
w27 += 1
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(a5[1]) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v14) + u32(v19) + u32(v23)
