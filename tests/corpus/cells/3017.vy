// Program 3017 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3017
program conform_3017
workgroup 32, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 7
param p_i32: i32 = 6
param p_u64: u64 = 20
param p_i64: i64 = -4
param p_f32: f32 = 4.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32] @axis(0)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[7]
uniform fixed_i32: i32[8]
in fixed_u64: u64[9] @align(16)
in fixed_i64: i64[8]
in fixed_f32: f32[6]
in fixed_f64: f64[5]
in b10: i16[6]
inout b11: bool[32]
inout b12: f32[33]
inout b13: i16[34]
inout b14: u16[32, 1] @align(2)
inout b15: atomic u32[3]
inout b16: atomic i32[32]
shared b17: u32[32] @axis(0)
shared b18: i64[32]
shared b19: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((-fixed_f64[me + 0]) / (p_f64 - fixed_f64[fixed_u64[3] % 6]))
v2 += (fixed_bool[subgroup % 6] ? min(sqrt(v2), p_f64) : sqrt((unbits(0x7ff0000000000000u64) / v2)))
block l3 {
b13[me] += y1
if (min(y1, p_i32) < i32(fixed_f32[(-1i64) % 7])) {  }
let v4 = fixed_u64[p_u32 % 10]
if bool((fixed_u64[x0 % 10] - fixed_u64[b0[me + 0] % 10])) {  }
}
b14[me, 0] = (fixed_bool[me + 2] ? b0[4294967295u32 % 33] : u32(fixed_f64[p_u32 % 6]))
b13[me] = (i32(mulhi(fixed_u64[b14[me, 0] % 10], fixed_u64[me + 0])) * y1)
let v5 = p_f64
return ((x0 % 3 < 2) ? (fixed_bool[b14[me, 0] % 6] ? x0 : x0) : u32(fixed_u64[32i64 % 10]))
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_scan_min(x6)
let v9 = y7
var v10 = (trunc(fixed_f32[(false ? 2147483647u32 : 4294967294u32) % 7]) + grid_add(fixed_f32[(false ? v8 : TABLE[p_u32 % 10]) % 7]) * grid_min(fixed_f32[u32(b14[me, 0]) % 7]))
v10 = round(v10)
b13[me] += (v9 << (fixed_u64[y7 % 10] % fixed_u64[me + 0]))
region "r11" {
block l12 {
if me < len(b0) { b13[me] = rotl(i32(fixed_bool[x6 % 6]), fixed_i64[0u32 % 9]) }
if (i32(fixed_f64[abs(b14[me, 0]) % 6]) == reverse(v9)) {
} else {
}
if fixed_bool[me + 2] {  }
if ((0u64 ^ p_u64) <= u64(fixed_f64[fixed_u64[0] % 6])) {  }
}
}
return u32(fixed_f64[x6 % 6])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v13 = i64(b12[me])
v13 += p_i64
var a14: i64[4]
a14[(true ? p_u32 : 288535837u32) % 4] = (min(v13, v13) + workgroup_broadcast(i64((len(bytes) % 4 < 2)), 1400529200u32 % 33))
let v15 = a14[64u32 % 4]
let v16 = u32(f32(false))
let v17 = workgroup_add(fixed_f64[b14[me, 0] % 6])
b14[me, 7u32 % 1] += 33u32
b1[me] += (bool(fixed_u64[(211803851u32 + 127u32) % 10]) ? grid_scan_min(u32(p_f64)) : u32(b10[v16 % 7]))
region "r18" {
v13 += i64(fixed_bool[v16 % 6])
}
let v19 = grid_or(v16)
block l20 {
b11[me] = bool(fixed_u64[(2147483647i32 % i32(-2147483648)) % 10])
atomic_add(b19[p_u32 % 2], u32((fixed_bool[me + 2] && fixed_bool[v19 % 6])))
if fixed_bool[(false ? u32_at(bytes, 17) : v19) % 6] { leave l20 }
}
let v21 = min(((fixed_u32[v19 % 8] % 4 != 2) ? mulhi(fixed_i32[(127u32 + bytes[p_u32 % 41]) % 9], b10[p_u32 % 7]) : (p_i32 & fixed_i32[v19 % 9])), fixed_i32[b0[p_u32 % 33] % 9])
var w22 = 0
loop {
w22 += 1
if w22 > 1 { break }
block l23 {
v13 = clz((v15 + b18[here]))
b17[here] = max(b0[v13 % 33], u32(p_u64))
if fixed_bool[b0[7] % 6] {
leave l23
}
v13 = clamp(v13, (-1i64), i64(fixed_bool[v16 % 6]))
if fixed_bool[33u64 % 6] {
var v24 = popcount((p_u64 | fixed_u64[v19 % 10]))
v24 = u64((fixed_bool[p_i32 % 6] ? fixed_i32[(false ? p_i64 : 64i64) % 9] : v21))
leave l23
}
}
}
b17[here] += bits(f32(63i64))
let n25 = fixpoint k26 in 0..1 {
var v27 = ((fixed_bool[v19 % 6] && fixed_bool[len(bytes) % 6]) ? grid_any((bytes[me + 1] % 4 >= 2)) : fixed_bool[u32_at(bytes, p_u32 % 41) % 6])
v27 = fixed_bool[u32(64u64) % 6]
region "r28" {
var a29: f64[3]
a29[u32(-1.5f64) % 3] = a29[u32(u64_at(bytes, 27)) % 4]
let v30 = a29[p_u32 % 3]
b11[me] = grid_iscan_and(v27)
block l31 {
if bool(fixed_u64[(false ? u32_at(bytes, p_u32 % 41) : u32_at(bytes, p_u32 % 41)) % 10]) {
if ((v27 && v27) ? (v19 % 3 >= 2) : (b14[me, v19 % 1] >= v19)) {
b17[here] = u32(v30)
atomic_add(b15[v19 % 4], ((u32_at(bytes, p_i32 % 41) * v16) & (v27 ? v16 : b0[v16 % 33])))
b18[here] += ((v13 + v15) / popcount(1i64))
}
} else {
}
if ((false ? fixed_u32[4294967296i64 % 8] : v19) == u32(fixed_u64[workgroups.x % 10])) {
leave l31
}
if (fixed_bool[clz(v19) % 6] ^ (v27 ^ fixed_bool[v19 % 6])) {
leave l31
}
if fixed_bool[u32(31u64) % 6] {
leave l31
}
}
}
if k26 < 2 && (v17 >= unbits(457255591u64)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v13) + u32(a14[2]) + u32(v15) + u32(v16) + u32(v17) + u32(v19) + u32(v21) + u32(n25)
