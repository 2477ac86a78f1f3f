// Program 90041 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 90041
program conform_90041 service
workgroup 32, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = -7
param p_u64: u64 = 30
param p_i64: i64 = -6
param p_f32: f32 = 2.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32] @range(40, 8)
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[9]
uniform fixed_i32: i32[6]
uniform fixed_u64: u64[5]
in fixed_i64: i64[11]
in fixed_f32: f32[6] @cache(streaming)
in fixed_f64: f64[5]
in b10: i16[3]
persistent b11: f32[32, 1]
persistent o12_32: f64[, 1]
out b13: i8[len(b0)] @align(16)
out b14: u16[31, 1] @align(16)
inout b15: atomic u64[1]
inout o16_32: atomic i32[]
mapped b17: u64[31]
mapped b18: i64[32]
mapped b19: atomic i64[32]
shared b20: u32[32]
shared b21: u64[32] @align(4)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = f64(max(b0[p_u32 % 33], x0))
v2 += fixed_f64[x0 % 6]
atomic_store(b19[me], (bool(fixed_bool[2147483647u32 % 10]) ? abs(atomic_load(b19[me])) : atomic_load(b19[me])))
v2 = p_f64
v2 = v2
if me < 33 { b11[me, x0 % 2] = p_f32 }
atomic_sub(b15[u32(false) % 2], ctz((fixed_u64[me + 1] + fixed_u64[rotr(x0, b13[me]) % 6])), acq_rel, workgroup)
return b0[x0 % 33]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = ((!fixed_bool[(p_u64 % fixed_u64[p_u32 % 6]) % 10]) || workgroup_xor(true))
var v4 = fixed_bool[u32(1024479565i32) % 10]
v4 = p_bool
let v5 = workgroup_or(u64(fixed_i64[63i32 % 12]))
let v6 = u32(abs(fixed_i32[69669411u32 % 7]))
var v7 = fixed_u64[u32_at(bytes, 25) % 6]
v7 = workgroup_xor((fixed_bool[b17[me] % 10] ? 64u64 : u64_at(bytes, workgroup_size.x % 41)))
let v8 = (rotr(fixed_u64[v6 % 6], u32_at(bytes, (v6 >> 290132678i32) % 41)) + workgroup_xor(rotr(63u64, p_u32)) * workgroup_and(v5))
b20[here] = u32(rotl(b18[me], b18[me]))
if ((bytes[(-fixed_i32[p_u32 % 7]) % 41] ^ 2147483648u32) % 5 == 2) {
} else {
atomic_store(b19[me], i64((32u32 & 7u32)), release, system)
}
let v9 = subgroup_min(p_i32)
if (u32(p_f64) == v6) {
b11[me, 0] = p_f32
b11[me, (v3 ? TABLE[p_u32 % 10] : v6) % 1] += fixed_f32[(-v9) % 7]
let v10 = ((b14[me, 0] << v9) & clamp(v6, v6, 127u32))
} else if (3u32 < v6) {
b21[here] += ((fixed_f64[u32(v8) % 6] < fixed_f64[v6 % 6]) ? u64(v3) : min(b17[me], fixed_u64[v6 % 6]))
} else {
}
block l11 {
if me < len(o12_32) { o12_32[me, p_u32 % 2] = f64(fixed_f64[v6 % 6]) }
if bool(63u32) {  }
b15[fixed_u32[1] % 2] += clz(v5)
block l12 {
let v13 = f0((true ? bits(fixed_f32[p_u32 % 7]) : (v6 % v6)), atomic_compare_exchange(o16_32[me], v9, 2147483647i32, acq_rel, device))
if v3 {  }
}
if fixed_bool[mulhi(v6, v6) % 10] {  }
}
b21[here] += ((v7 >> v9) + subgroup_scan_xor(b21[here]))
v4 = (bool(fixed_u64[u32_at(bytes, p_u32 % 41) % 6]) || (fixed_u64[u32(p_i32) % 6] > fixed_u64[p_u32 % 6]))
var w14 = 4
while w14 > 0 && (w14 % 3 == 2 || (v3 ? workgroup_or(fixed_bool[p_u32 % 10]) : v3)) {
w14 -= 1
b20[here] += ceil_div((7u32 & u32_at(bytes, u32(true) % 41)), u32(fixed_bool[v6 % 10]))
block l15 {
b14[me, p_u32 % 1] %= (rotr(b14[me, u32_at(bytes, p_u32 % 41) % 1], v9) >> mulhi(fixed_i32[p_u32 % 7], v9))
if ((fixed_bool[v6 % 10] ^ fixed_bool[me + 0]) ^ v3) {  }
let v16 = (clz(b20[here]) + p_u32)
if ((fixed_bool[b14[me, 0] % 10] ? fixed_bool[me + 2] : fixed_bool[max(p_i64, 64i64) % 10]) ? (v3 ? v3 : fixed_bool[v6 % 10]) : (v3 ? fixed_bool[p_u32 % 10] : v3)) {  }
}
atomic_store(b19[me], ctz(b18[me]), relaxed, system)
}
var v17 = subgroup_add(o12_32[me, p_u32 % 1])
v17 += fixed_f64[v6 % 6]
barrier workgroup
var a18: i64[4]
a18[reverse(v6) % 4] += (rotl(b18[me], fixed_i64[v6 % 12]) + workgroup_max((b18[me] * a18[v6 % 5])))
let v19 = a18[p_u32 % 4]
for k20 in 256u32 % 3..b0[p_u32 % 33] % 6 {
if me < len(b1) { b13[me] = i32(2.5f64) }
b11[me, 0] += fixed_f32[p_u32 % 7]
b11[me, v6 % 1] += ((len(b1) % 5 == 2) ? (b11[me, 0] * fixed_f32[k20 % 7]) : (fixed_f32[k20 % 7] / fixed_f32[k20 % 7]))
if (v3 & bool(v17)) { continue }
}
atomic_add(b15[min(2147483648u32, p_u32) % 2], ctz(u64_at(bytes, (grid_size.y >> b14[me, 0]) % 41)))
for k21 in -2..1 {
v4 = v4
if ((fixed_bool[u32_at(bytes, 7) % 10] ? v4 : fixed_bool[32u32 % 10]) ? v4 : (v4 & false)) {
break
}
let v22 = workgroup_or(max((-atomic_and(o16_32[me], k21, acquire)), abs(244974431i32)))
let v23 = ((p_bool | p_bool) ? workgroup_load(fixed_bool[(v6 & b0[8]) % 10]) : workgroup_iscan_or(fixed_bool[max(b20[here], TABLE[6]) % 10]))
var w24 = 0
loop {
w24 += 1
if w24 > 4 { break }
var w25 = 0
loop {
w25 += 1
if w25 > 4 { break }
if bool(min(p_i64, v19)) {
b18[me] = i64(f64(i64(-9223372036854775808)))
b21[here] += reverse((p_bool ? p_u64 : v5))
} else if bool(fma(v17, fixed_f64[len(bytes) % 6], fixed_f64[v6 % 6])) {
block l26 {
var v27 = ((v23 ? p_i32 : k21) << abs(p_i64))
v27 = i32(v9)
v27 = (((true & fixed_bool[me + 2]) && (v6 % 5 != 2)) ? k21 : clamp(p_i32, i32(v8), (v9 % fixed_i32[me + 1])))
if (fixed_f32[me + 2] != fixed_f32[b0[p_u32 % 33] % 7]) { return }
}
} else {
}
if (fma(fixed_f32[0u32 % 7], fixed_f32[(v19 >> p_u32) % 7], fixed_f32[me + 1]) < (v23 ? p_f32 : fixed_f32[me + 0])) { break }
}
if (bool(fixed_i64[v6 % 12]) && (3u32 % 4 != 2)) { continue }
}
if bool((p_u32 % 5 != 1)) {
break
}
}
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v17) + u32(a18[2]) + u32(v19)
