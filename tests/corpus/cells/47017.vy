// Program 47017 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47017
program conform_47017
workgroup 5, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = -16
param p_u64: u64 = 31
param p_i64: i64 = -10
param p_f32: f32 = 3.25
param p_f64: f64 = -4.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[5] @cache(streaming)
out b1: u32[5]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[7]
in fixed_i32: i32[11]
in fixed_u64: u64[7]
in fixed_i64: i64[7]
in fixed_f32: f32[4]
uniform fixed_f64: f64[4]
uniform b10: u8[4] @cache(random)
persistent b11: i8[6]
inout b12: u64[6, 2]
out b13: i32[7, 2] @range(3, 21)
out b14: atomic i64[1]
scratch b15: atomic u32[5] @live
shared b16: u32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((fixed_bool[(fixed_bool[10] ? p_u32 : x0) % 12] ? min(unbits(0xf0b4beb4dbd6dcf0u64), fixed_f64[x0 % 5]) : f64(fixed_bool[clamp(33i64, 0i64, fixed_i64[4]) % 12])) + f64(x0))
var v3 = ctz((fixed_i64[b10[3] % 8] << p_i64))
if (bool(fixed_f32[fixed_u32[p_u32 % 8] % 5]) ? (x0 % 4 >= 1) : false) {
if (popcount(x0) % 4 == 2) {
block l4 {
b11[me] /= (fixed_bool[(-x0) % 12] ? (y1 >> workgroups.z) : reverse(p_i32))
if ((fixed_bool[x0 % 12] | fixed_bool[p_u32 % 12]) ? bool(fixed_bool[TABLE[p_u32 % 10] % 12]) : fixed_bool[x0 % 12]) {  }
if (ceil(fixed_f32[x0 % 5]) <= f32(p_i32)) {
}
if (!(fixed_bool[4294967294u32 % 12] ? false : fixed_bool[u32(y1) % 12])) {  }
}
}
}
return ((false ? 64u32 : atomic_load(b15[me], acquire)) / u32(v2))
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_and(u32(fixed_f64[x5 % 5]))
let v8 = clamp(clamp(b10[(-4294967295u32) % 5], u32(fixed_u64[fixed_i64[0] % 8]), (2147483648u32 - p_u32)), b0[fixed_i64[p_u32 % 8] % 6], bytes[p_u32 % 41])
var w9 = 0
loop {
w9 += 1
if w9 > 1 { break }
var v10 = (fixed_i32[len(b1) % 12] + workgroup_and(y6))
v10 += workgroup_broadcast((~p_i32), (b10[2] | u32_at(bytes, p_u32 % 41)) % 6)
if fixed_bool[b10[3] % 12] {
continue
}
each i in 0i32..5 {
b11[i] ^= i32(f32(y6))
if (clamp(fixed_f64[x5 % 5], fixed_f64[v7 % 5], fixed_f64[rotl(128u32, 0i64) % 5]) >= p_f64) { continue }
}
}
return clz(bytes[b0[p_u32 % 6] % 41])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v12 = i64((fixed_bool[b1[me] % 12] ? fixed_bool[(true ? 2147483648u32 : 256u32) % 12] : fixed_bool[60983842u32 % 12]))
v12 += i64(floor(fixed_f64[min(2147483648u32, 1538852161u32) % 5]))
let v13 = subgroup_load(fixed_bool[1444093404u64 % 12])
let v14 = (p_i32 + grid_and(b11[me]) * grid_max(b11[me]))
let v15 = max((p_f32 - fixed_f32[b0[p_u32 % 6] % 5]), f32(fixed_bool[1u32 % 12]))
var v16 = floor((fixed_bool[(b0[1] + u32_at(bytes, p_u32 % 41)) % 12] ? fixed_f32[p_u64 % 5] : -0.1f32))
v16 += v16
each i in 0u64..5 {
b14[1789163417u32 % 2] += (-v12)
v12 += 63i64
b14[(b0[0] % 2u32) % 2] += fixed_i64[3u32 % 8]
}
b11[me] += popcount(rotr(v14, u64_at(bytes, (32u32 >> v14) % 41)))
b16[here] = (bool(b10[2u32 % 5]) ? workgroup_add(popcount((b15[me] * atomic_xor(b15[me], 32u32)))) : workgroup_iscan_and(min(atomic_and(b15[me], b10[1], relaxed, system), fixed_u32[v12 % 8])))
region "r18" {
b16[here] += (u32((v13 ? fixed_i64[127u32 % 8] : v12)) ^ rotr(p_u32, rotr(4294967295u64, 33u64)))
}
atomic_sub(b14[4294967294u32 % 2], v12, relaxed, device)
let v19 = p_u32
b16[here] &= ((p_bool & fixed_bool[v19 % 12]) ? workgroup_scan_xor(v19) : u32(v15))
barrier grid
let v20 = f0(bits(fixed_f32[p_u32 % 5]), (v14 * i32(v13)))
each i in 0u32..5 {
let v22 = ((5i32 < v14) || (v13 & v13))
if (bool(fixed_bool[min(v19, v19) % 12]) ? v13 : bool(fixed_i64[u32(v14) % 8])) { continue }
block l23 {
b11[i] /= i32(atomic_and(b15[i], b10[0], release, system))
if ((subgroup - TABLE[fixed_i32[1] % 10]) % 4 != 1) {  }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v19) + u32(v20)
