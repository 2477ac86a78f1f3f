// Program 50791 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50791
program conform_50791
workgroup 1024, 1, 1
grid 248, 1, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -11
param p_u64: u64 = 24
param p_i64: i64 = -12
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024] @binding(7)
out b1: u32[1024] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[7] @binding(28)
in fixed_u32: u32[10] @binding(35)
uniform fixed_i32: i32[7] @binding(5)
uniform fixed_u64: u64[9] @binding(12)
uniform fixed_i64: i64[8] @binding(19)
uniform fixed_f32: f32[3] @binding(26)
in fixed_f64: f64[10] @binding(33)
in b10: i8[2, 1] @binding(3)
inout b11: i32[1026] @binding(10)
persistent b12: bf16[1024] @binding(17)
inout b13: atomic u64[2] @binding(24)
inout b14: atomic u32[1024] @binding(31)
shared b15: u32[1024] @binding(1)
shared b16: atomic i64[1] @binding(8)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = 0.1f32
let v3 = bool(unbits(fixed_u64[p_u32 % 10]))
return popcount(clamp(b0[me + 2], b0[(b0[me + 0] % x0) % 1025], TABLE[u32(fixed_u64[7]) % 10]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v4 = i64(workgroups.y)
var v5 = (bool(fixed_f64[(64u64 - fixed_u64[7]) % 11]) ? f32(fixed_f32[fixed_u64[6] % 4]) : f32(fixed_bool[31u32 % 8]))
var v6 = (f32(fixed_i64[(false ? u32_at(bytes, p_u32 % 41) : u32_at(bytes, p_u32 % 41)) % 9]) + workgroup_load(fixed_f32[len(bytes) % 4]) * workgroup_min(f32(fixed_bool[me & 7])))
var v7 = u64((-p_u64))
v7 += u64((i64(fixed_f32[606886504u32 % 4]) * abs(33i64)))
var v8 = i64(4294967296i64)
var v9 = workgroup_or(mulhi(31u32, (fixed_bool[me & 3] ? atomic_and(b14[me], 4294967294u32, release, system) : atomic_min(b14[me], 4294967295u32, relaxed))))
let v10 = fixed_u64[b0[195] % 10]
b11[me] += (max(fixed_i32[me & 3], b10[me & 1, bytes[me + 2] % 1]) << (p_bool ? v7 : v10))
b13[v9 % 3] += (fixed_bool[v9 % 8] ? (v10 / v10) : (v7 / v7))
let v11 = (i32(fixed_u64[(v9 & p_u32) % 10]) * i32(fixed_f64[v9 % 11]))
if fixed_bool[4294967294u32 % 8] {
if ((fixed_f64[v9 % 11] / unbits(0x76a98152f4ba0a14u64)) >= f64(i32(workgroup_size.z))) {
let v12 = (1.0f32 + subgroup_min((-v5)))
if subgroup_and((v7 < v7)) {
atomic_sub(b13[(v9 | 63u32) % 3], reverse(5u64), acq_rel)
let v13 = (v7 + subgroup_scan_xor(u64((fixed_bool[me & 7] ? v8 : v4))))
} else {
b13[v9 % 3] -= abs(u64(fixed_f64[me & 3]))
}
} else {
var w14 = 0
loop {
w14 += 1
if w14 > 4 { break }
if ((fixed_bool[me & 3] ? fixed_bool[me & 3] : fixed_bool[me & 3]) && (fixed_i32[b0[522] % 8] != v11)) {
var v15 = u32(v7)
v15 = p_u32
if ((fixed_bool[v15 % 8] ? fixed_bool[me & 1] : fixed_bool[clamp(v11, v11, 128i32) % 8]) ? (0.1f64 <= p_f64) : fixed_bool[bits(v5) % 8]) {
let v16 = ((-v5) * v5)
b11[me] += max((v11 >> rotr(i32(workgroup_size.x), v11)), i32(lid.x))
}
var w17 = 0
while w17 < 3 && (u32(v10) % 5 == 1) {
w17 += 1
var v18 = round((-fixed_f64[me & 3]))
v18 += (fixed_f64[me & 1] - min(unbits(fixed_u64[me & 3]), round(v18)))
atomic_add(b13[(v9 ^ fixed_u32[me & 7]) % 3], (popcount(v7) + v7))
v15 += clamp(rotl(v9, fixed_i64[me & 1]), mulhi(v9, v9), (~p_u32))
if bool(fixed_f64[me & 7]) { continue }
}
} else {
b11[me] %= rotl(i32(u32(v8)), (v11 + v11))
if fixed_bool[me & 7] {
} else {
if me <= len(b1) { b1[me] += ((!(v8 > v8)) ? ((true ? p_u32 : 64u32) >> mulhi(v9, v9)) : u32(clamp(v8, i64(gid.z), v8))) }
b1[me] += lid.x
}
atomic_sub(b13[(p_bool ? v9 : p_u32) % 3], abs((v10 + v7)), acq_rel, device)
}
assert me < 9 || fixed_bool[me & 3], "{}", (fixed_bool[me & 7] ? fixed_f64[me & 1] : p_f64)
if (v7 <= u64(v5)) { break }
}
}
var v19 = subgroup_broadcast(fixed_f64[me & 1], b0[p_u32 % 1025] % 33)
v19 = subgroup_broadcast(floor(p_f64), v9 % 33)
if p_bool {
if me <= 1024 { b1[me] = max(4294967295u32, (v9 / atomic_and(b14[me], TABLE[2]))) }
} else {
atomic_add(b13[p_u32 % 3], ceil_div((u64_at(bytes, v9 % 41) % fixed_u64[me & 7]), p_u64), release, system)
v19 = sqrt((fixed_bool[u32_at(bytes, 33) % 8] ? fixed_f64[me & 1] : -16777217.0f64))
}
}
var w20 = 0
while w20 < 3 && (v9 % 4 == 2) {
w20 += 1
var v21 = (v11 >> (v7 << abs(v9)))
v21 = 988129434i32
if ((b0[me + 0] / v9) % 5 != 2) { break }
b11[me] += min(i32(u32_at(bytes, v9 % 41)), (p_i32 - i32(workgroups.z)))
b15[here] = clz(ceil_div(popcount(u32_at(bytes, v9 % 41)), u32(v7)))
if (u32(v5) % 3 < 2) { break }
}
each k22 in 32i32 % 3..p_i32 % 5, k23 in p_u64 % 3..ctz(u64_at(bytes, wid.y % 41)) % 4, k24 in fixed_u32[p_u32 % 11] % 3..u32(fixed_f32[(~b0[715]) % 4]) % 7 {
let v25 = f32((fixed_i32[k24 % 8] < i32(wid.x)))
if bool(unbits(atomic_or(b14[me], v9))) { continue }
b11[me] += fixed_i32[v11 % 8]
}
var a26: bool[1]
a26[v9 % 2] = (bool(33i64) ? workgroup_load(fixed_bool[u32_at(bytes, 33) % 8]) : (!fixed_bool[me & 3]))
let v27 = a26[b1[me] % 1]
let v28 = fixed_f32[5u32 % 4]
v6 = v28
v4 = (~i64(fixed_bool[mulhi(128u32, b0[647]) % 8]))
var w29 = 0
while w29 < 2 && ((v27 ? i32(lid.y) : v11) > rotl(fixed_i32[me & 7], TABLE[v9 % 10])) {
w29 += 1
for k30 in v4 % 3..rotl(p_i64, v8) % 6 {
var v31 = v8
v31 = (min(k30, p_i64) - min(p_i64, k30))
if (v27 || (v11 == i32(lid.z))) { break }
if bool(abs(v5)) { continue }
}
}
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(bits(v5)) + u32(bits(v6)) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(a26[0]) + u32(v27) + u32(bits(v28))
