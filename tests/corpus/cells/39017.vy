// Program 39017 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 39017
program conform_39017
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -17
param p_u64: u64 = 26
param p_i64: i64 = -8
param p_f32: f32 = 0.25
param p_f64: f64 = -1.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7] @range(5, 5)
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[9]
in fixed_i32: i32[4]
in fixed_u64: u64[5]
in fixed_i64: i64[4]
in fixed_f32: f32[11]
uniform fixed_f64: f64[7]
in o10_5: u8[, 1]
scratch b11: u32[7] @live @align(64)
out b12: f32[6, 2]
inout b13: u8[9]
persistent b14: u8[8]
persistent b15: atomic u64[3]
inout b16: atomic u64[7] @cache(streaming)
shared b17: u32[7]
shared b18: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = f64((i32(0.1f64) < (~y1)))
for k3 in i64(fixed_bool[me & 1]) % 3..ctz(fixed_i64[me & 3]) % 6 step mulhi(i64(lid.y), 63i64) % 3 {
if (u32(fixed_bool[me & 7]) % 4 >= 1) { return (gid.x ^ 127u32) }
}
return u32(max(fixed_i64[me & 7], 2122669946i64))
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_iscan_add(o10_5[me & 1, x4 % 1])
var v7 = b0[grid_size.z % 8]
v7 = u32((1453738850i64 >> fixed_i64[127u32 % 5]))
var v8 = grid_broadcast(reverse(i32(subgroup)), (v7 % workgroup_size.y) % 8)
v8 ^= i32(i64(sqrt(fixed_f32[v7 % 12])))
var w9 = 0
loop {
w9 += 1
if w9 > 1 { break }
var w10 = 0
while w10 < 4 && bool((fixed_i32[mulhi(x4, p_u32) % 5] >= fixed_i32[me & 7])) {
w10 += 1
b16[me] = atomic_max(b16[me], 0u64, acq_rel, device)
}
var v11 = grid_xor(fixed_i64[me & 1])
v11 += (clz(i64(fixed_i64[u64_at(bytes, p_u32 % 41) % 5])) - v11)
}
var v12 = ((fixed_bool[(o10_5[0, 0] - b0[p_u32 % 8]) % 12] ? y5 : y5) + grid_or(1235631593i32))
return u32((p_bool ? fixed_i64[me & 1] : fixed_i64[me & 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v13 = grid_iscan_or(fixed_bool[33u32 % 12])
let v14 = u64(clamp(min(fixed_f64[me & 7], fixed_f64[me & 7]), clamp(fixed_f64[(i32(workgroups.z) / 63i32) % 8], fixed_f64[me & 7], fixed_f64[me & 3]), fixed_f64[31u32 % 8]))
var v15 = ((p_bool ? fixed_bool[b0[4] % 12] : p_bool) ? grid_and(abs(u64_at(bytes, mulhi(0u32, 2147483648u32) % 41))) : grid_max(u64(fixed_i32[me & 7])))
var v16 = u32(v15)
v16 += (u32((-(-1i32))) >> u32(bits(fixed_f64[v16 % 8])))
var v17 = fixed_f64[u64_at(bytes, 24) % 8]
var a18: i64[1]
a18[v16 % 1] = 3i64
let v19 = a18[(-127u32) % 1]
b18[u32(v14) % 2] += abs((p_i32 + fixed_i32[fixed_i64[me & 7] % 5]))
b17[here] += grid_scan_add(v16)
b11[me] %= rotr(popcount(v16), clz(fixed_i32[1876817612u32 % 5]))
v15 = v15
b11[me] = (ctz(bytes[me + 0]) ^ popcount(v16))
fixpoint k21 in 2..6 {
v16 += u32(fixed_i64[p_u32 % 5])
if k21 < 6 && ((v13 ? u32_at(bytes, p_u32 % 41) : v16) % 5 == 1) { again }
}
region "r22" {
let v23 = grid_add(i64(i32(fixed_f64[v16 % 8])))
var w24 = 0
loop {
w24 += 1
if w24 > 2 { break }
region "r25" {
b12[me, u32(p_u64) % 2] = f32(v17)
}
atomic_add(b15[fixed_u32[p_u32 % 10] % 4], v14, acq_rel, workgroup)
let n26 = fixpoint k27 in 1..2 {
for k28 in v19 % 3..rotr(fixed_i64[k27 % 5], k27) % 6 {
if me <= len(b0) { b11[me] = reverse(v16) }
b17[here] = k27
if (v19 <= (fixed_i64[me & 7] << v19)) { break }
}
if k27 < 3 && ((v13 || false) ? true : v13) { again }
}
if ((fixed_bool[u32(v23) % 12] ? fixed_bool[4294967294u32 % 12] : fixed_bool[1031592621i32 % 12]) && (fixed_f32[b0[p_u32 % 8] % 12] == fixed_f32[(workgroups.z >> i32(-2147483647)) % 12])) {
var w30 = 3
while w30 > 0 {
w30 -= 1
each k31 in fixed_i32[b0[1] % 5] % 3..i32(b0[244207094u32 % 8]) % 4, k32 in len(b12, 1) % 3..2 {
if (v15 > (atomic_and(b16[me], v14) * u64(lid.x))) {
var v33 = f32((-lid.z))
v33 += (f32(k31) - (v33 - v33))
v13 = bool(i64((v13 && v13)))
}
if (!(false ? v13 : v13)) { continue }
}
if (bool(u64_at(bytes, b0[5] % 41)) ? (fixed_bool[3u32 % 12] ? true : fixed_bool[o10_5[p_u32 % 6, 0] % 12]) : (fixed_bool[b0[5] % 12] == fixed_bool[5i32 % 12])) {
break
}
}
break
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(bits(v17) >> 32) + u32(a18[0]) + u32(v19 >> 32)
