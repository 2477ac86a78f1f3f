// Program 32017 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 32017
program conform_32017
workgroup 7, 1, 1
param p_grid: u32 = 64
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 7
param p_i32: i32 = -14
param p_u64: u64 = 31
param p_i64: i64 = -1
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[70]
out b1: u32[70]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[11]
in fixed_i32: i32[5]
in fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[5]
uniform fixed_f64: f64[5]
in b10: i8[5, 1]
scratch b11: bool[71, 3] @live
persistent o12_210: i64[, 3]
inout b13: i16[72, 2, 2]
persistent b14: i64[71]
scratch b15: atomic i64[4] @live
inout b16: atomic u32[len(b0)]
shared b17: u32[7] @axis(0)
shared b18: i32[7]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = i64((false ? y1 : 5i32))
v2 = (bool(u64_at(bytes, x0 % 41)) ? i64(fixed_f32[x0 % 6]) : (v2 ^ v2))
if (bool(2147483647i32) || (v2 != v2)) {
}
return 2147483647u32
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_add(u32((fixed_bool[me + 2] ? fixed_u64[(b10[p_u32 % 6, 0] - b10[p_u32 % 6, 0]) % 10] : fixed_u64[(x3 / u32_at(bytes, 27)) % 10])))
let v6 = (((fixed_f64[2u32 % 6] == unbits(0x13924e2ae5e3228eu64)) ? i64(fixed_u64[mulhi(y4, p_i32) % 10]) : fixed_i64[63u32 % 8]) % min(ctz(fixed_i64[u32(p_i64) % 8]), clamp(fixed_i64[fixed_u32[p_u32 % 12] % 8], fixed_i64[1612016613u32 % 8], fixed_i64[b0[30] % 8])))
for k7 in 5u32 % 2..2 + (7u32) % 30 {
fixpoint k9 in 1..2 {
if bool(u32(v6)) {
if (fixed_bool[abs(2147483647u32) % 6] ? (fixed_bool[k7 % 6] ^ fixed_bool[v5 % 6]) : fixed_bool[v5 % 6]) { again }
} else {
for k10 in y4 % 3..y4 % 6 {
}
}
block l11 {
if bool(mulhi(b0[b0[p_u32 % 71] % 71], k7)) {
leave l11
}
if (u32(fixed_i64[grid_size.z % 8]) < abs(k7)) {
leave l11
}
if (abs(fixed_f32[k7 % 6]) >= (fixed_bool[k9 % 6] ? fixed_f32[b0[9] % 6] : fixed_f32[127u64 % 6])) {
leave l11
}
}
if k9 < 4 && bool(5u64) { again }
}
if ((fixed_bool[(k7 << k7) % 6] != false) || fixed_bool[k7 % 6]) {
break
}
if p_bool {
break
}
}
return clz(33u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v12 = f32((fixed_bool[clz(3u32) % 6] ? (fixed_bool[u32(1.0f64) % 6] ? 33u64 : fixed_u64[1u32 % 10]) : fixed_u64[33u32 % 10]))
var a13: bool[2]
a13[u32_at(bytes, p_u32 % 41) % 2] = (p_bool && p_bool)
let v14 = a13[u32(1924352644u64) % 2]
var v15 = reverse(fixed_u64[(false ? b0[65] : 31u32) % 10])
a13[31u32 % 2] = workgroup_iscan_or(((true && b11[me, min(5u32, 2147483648u32) % 3]) & (p_f64 != fixed_f64[256u32 % 6])))
v15 = clamp(u64_at(bytes, 2147483648u32 % 41), (-fixed_u64[u32_at(bytes, 17) % 10]), u64(u32_at(bytes, (~b0[28]) % 41)))
b17[here] = workgroup_and(popcount(u32(fixed_f32[1038123817u32 % 6])))
b17[here] %= atomic_exchange(b16[me], 63u32, acq_rel, workgroup)
for k16 in 1u32 % 2..1 + (wid.x * 5 + grid_max(4294967294u32)) % 30 step 1 {
atomic_sub(b15[k16 % 5], fixed_i64[me + 0])
}
if bool(abs(atomic_max(b16[me], 406578044u32, acq_rel))) && me % 7 == 1 { return }
var w17 = 0
while w17 < 3 && bool((18446744073709551615u64 > fixed_u64[4294967295u32 % 10])) {
w17 += 1
a13[353204811u32 % 2] = ((v14 && a13[fixed_i32[p_u32 % 6] % 3]) ^ v14)
for k18 in (fixed_i32[me + 1] >> atomic_or(b16[me], 255u32, relaxed, system)) % 3..i32(fixed_f64[3u32 % 6]) % 6 {
if false {
b1[me] ^= bits(v12)
a13[4294967294u32 % 2] = ((v12 < v12) ? (v14 && p_bool) : (a13[256u32 % 3] && p_bool))
var a19: u64[3]
a19[(false ? 63u32 : 2u32) % 4] = fixed_u64[fixed_u32[me + 2] % 10]
let v20 = a19[5u32 % 3]
}
if bool(atomic_xor(b16[me], grid_size.y, acquire, device)) { continue }
}
if (!(v14 ? v14 : v14)) { continue }
var v21 = (v14 ? b11[me, p_u32 % 3] : v14)
var a22: f64[1]
a22[(255u32 / 2147483648u32) % 1] = (-f64(v21))
let v23 = a22[(p_u32 << p_i64) % 1]
if (i32(bytes[(v14 ? 2u32 : p_u32) % 41]) > (fixed_i32[me + 2] + fixed_i32[me + 1])) { continue }
}
var v24 = clamp((fixed_bool[me + 0] ? fixed_i64[rotr(3u32, 961319292u32) % 8] : p_i64), (b11[me, 1] ? fixed_i64[p_i32 % 8] : 33i64), o12_210[me, (p_u32 + 256u32) % 3])
v24 = (fixed_i64[me + 2] << (fixed_u64[u64_at(bytes, 23) % 10] & fixed_u64[v24 % 10]))
let v25 = ((false & true) ? grid_iscan_min(v24) : grid_iscan_and(fixed_i64[me + 2]))
if ((fixed_bool[31u32 % 6] || fixed_bool[mulhi(7u32, bytes[p_u32 % 41]) % 6]) ? bool(u64_at(bytes, 5u32 % 41)) : (64u32 % 4 != 2)) {
o12_210[me, 1] = reverse(i64(u64_at(bytes, v15 % 41)))
block l26 {
b11[me, TABLE[0] % 4] = a13[fixed_u32[p_u32 % 12] % 3]
if ((fixed_bool[64u32 % 6] & fixed_bool[4294967295u32 % 6]) || (!fixed_bool[b0[60] % 6])) { return }
if bool(rotl(fixed_i64[i32(true) % 8], p_u32)) {
var a27: f64[2]
a27[33u32 % 2] += (-f64(b10[p_u32 % 6, 0]))
let v28 = a27[2147483648u32 % 2]
leave l26
}
if (reverse(7u32) % 3 != 1) {
var a29: f64[5]
a29[u32(fixed_i32[p_u32 % 6]) % 5] = grid_add(f64(v24))
let v30 = a29[p_u32 % 5]
leave l26
}
if fixed_bool[ctz(p_u32) % 6] {
let v31 = (fixed_f64[4294967294u32 % 6] + workgroup_add(ceil(fixed_f64[(p_i32 >> 3u32) % 6])) * workgroup_max(p_f64))
leave l26
}
b17[here] += p_u32
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v12) + u32(a13[1]) + u32(v14) + u32(v15) + u32(v24) + u32(v25)
