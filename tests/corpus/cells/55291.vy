// Program 55291 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55291
program conform_55291 service
workgroup 4, 5, 1
grid 11, 1, 1
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = 18
param p_u64: u64 = 12
param p_i64: i64 = -28
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 20
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[60]
out b1: u32[60] @range(200, 29)
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[4]
in fixed_i32: i32[11] @align(2)
uniform fixed_u64: u64[6]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[9]
uniform b10: i16[5, 1]
persistent b11: i32[61, 3]
out b12: i16[61, 2] @range(79, 11) @axis(0)
inout b13: bool[62, 1]
scratch b14: atomic u32[1]
out b15: atomic u64[60]
mapped b16: f64[60] @cache(random)
mapped b17: i64[59]
mapped b18: atomic u32[60]
shared b19: u32[20]
shared b20: u32[20]
shared b21: atomic u64[20]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i64[1]
a2[x0 % 1] += rotl((b13[me, 0] ? fixed_i64[lane % 11] : a2[x0 % 2]), u32_at(bytes, 1370674123u32 % 41))
let v3 = a2[(x0 / x0) % 1]
b13[me, 0] = (bool(p_bool) & (b13[me, 0] & true))
b13[me, (p_u32 / 230323761u32) % 1] = (!(fixed_bool[me + 0] || b13[me, x0 % 1]))
let v4 = fixed_u64[popcount(b0[p_u32 % 61]) % 7]
b13[me, 0] = (b13[me, 0] || bool((~atomic_load(b18[me]))))
let v5 = min(fixed_f64[x0 % 10], (p_bool ? sqrt(fixed_f64[x0 % 10]) : fixed_f64[i64(fixed_i32[10]) % 10]))
return u32(reverse(fixed_i32[x0 % 12]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v6 = workgroup_broadcast(atomic_max(b15[me], 9223372036854775808u64, acq_rel, device), b0[22] % 21)
v6 += v6
var v7 = (fixed_bool[fixed_u64[p_u32 % 7] % 5] ? workgroup_iscan_and(clamp(v6, v6, u64_at(bytes, gid.y % 41))) : 33u64)
v7 = v7
var v8 = fixed_f32[9223372036854775808u64 % 4]
v8 = f32((fixed_u32[7u32 % 5] << fixed_i32[b0[p_u32 % 61] % 12]))
var v9 = min(sqrt(v8), f32(1i32))
var v10 = fixed_bool[mulhi(b0[59], 4294967294u32) % 5]
b12[me, (~31u32) % 2] = fixed_i32[mulhi(p_u32, 32u32) % 12]
if me < len(b12) { b12[me, 1065483137u32 % 2] = ((v10 ? fixed_i32[u32(i32(-2147483647)) % 12] : b12[me, 0u32 % 2]) * (v10 ? fixed_i32[1181063729u32 % 12] : 3i32)) }
var a11: i32[5]
a11[255u32 % 5] = rotr(fixed_i32[fixed_i64[p_u32 % 11] % 12], mulhi(len(b10, 0), atomic_load(b18[me], acquire, system)))
let v12 = a11[31u32 % 5]
each k13 in fixed_i64[b0[46] % 11] % 3..1 {
}
var v14 = subgroup_scan_and(true)
v14 = (v10 ? (v10 ? b13[me, 0] : fixed_bool[bytes[30] % 5]) : bool(atomic_compare_exchange(b15[me], 109099696u64, v6, acq_rel, system)))
let v15 = (~fixed_u32[(p_u32 % 2u32) % 5])
block l16 {
let v17 = f0(v15, reverse(min(fixed_i32[p_u32 % 12], fixed_i32[v15 % 12])))
let v18 = f32((p_i64 >= fixed_i64[me + 2]))
if ((p_u32 != v15) ? bool(v12) : v10) {  }
}
if bool(min(b0[p_u32 % 61], grid_size.y)) {
if (!(fixed_bool[63i64 % 5] ? v10 : v10)) {
let v19 = subgroup_scan_xor(5u32)
} else {
v9 = v8
}
b1[me] = clamp(v15, u32(fixed_f64[me + 2]), v15)
atomic_sub(b14[u32(1.5f64) % 2], mulhi(u32(v15), clamp(v15, v15, b0[u32_at(bytes, 25) % 61])), acquire, system)
let v20 = (v10 ? subgroup_min(v8) : (v10 ? v8 : p_f32))
} else {
for k21 in (v15 + v15) % 3..b0[p_u32 % 61] % 6 {
a11[gid.z % 5] = ((u32_at(bytes, fixed_i32[4] % 41) > k21) ? v12 : rotl(3i32, atomic_or(b15[me], 7u64)))
if (!(atomic_load(b18[me]) % 2 >= 2)) { break }
pause()
}
if ((len(b0) * p_u32) % 2 >= 1) {
if (b13[me, u32(b17[me]) % 1] ? b13[me, 0] : false) {
let v22 = (b0[128u32 % 61] % 5 >= 1)
} else if ((b17[me] + b17[me]) != i64(v10)) {
let v23 = atomic_load(b18[me])
v7 &= p_u64
}
if (v15 % 2 >= 1) {
block l24 {
v14 = v10
if ((p_bool & true) | v10) {  }
for k25 in 2147483647i32 - i32((p_bool ? v15 : gid.x) % 6)..2147483647i32 step v12 % 4 {
b1[me] += v15
atomic_add(b14[v15 % 2], (u32(v15) << u64(v15)))
if ((v10 ? 4294967294u32 : v15) > (v10 ? v15 : 256u32)) { continue }
}
if fixed_bool[(bytes[p_u32 % 41] * 31u32) % 5] {  }
}
atomic_add(b14[v15 % 2], (min(b1[me], u32_at(bytes, p_u32 % 41)) % rotr(v15, v12)), relaxed)
v14 = bool(v12)
v8 = f32((fixed_bool[9223372036854775807i64 % 5] ? b0[popcount(p_u32) % 61] : b0[v15 % 61]))
} else {
v14 = (bool(v8) ^ bool(atomic_min(b15[me], v6, acquire, system)))
for k26 in (v12 + b12[me, 1]) % 3..clamp(v12, v12, a11[v15 % 6]) % 6 step (7i32 % a11[7u32 % 6]) % 4 {
a11[p_u32 % 6] = fixed_i32[u32(p_i32) % 12]
if v10 { break }
fence()
if me < 60 { b11[me, clz(v15) % 3] += clz(i32(v14)) }
if ((v10 | fixed_bool[me + 1]) ^ (b17[me] < fixed_i64[max(127u32, v15) % 11])) { break }
}
}
barrier workgroup
}
a11[u32(v12) % 5] += subgroup_iscan_xor(2147483647i32)
barrier grid
}
a11[(v15 * v15) % 5] = (i32(9223372036854775807i64) << clamp(v15, atomic_load(b18[me]), b18[me]))
atomic_store(b21[here], u64(clamp(fixed_f64[fixed_u32[3] % 10], p_f64, fixed_f64[TABLE[p_u32 % 10] % 10])))
b11[me, 1] = (rotr(v12, p_i64) << rotl(fixed_i64[v15 % 11], v6))
if false {
b21[here] = clamp(v6, (-9223372036854775808u64), u64(v14))
if me < len(b0) { b11[me, 1] += i32((v10 || v10)) }
let v27 = p_u64
let v28 = subgroup_broadcast(v8, rotl(v15, v27) % 33)
}
if ((fixed_bool[b0[p_u32 % 61] % 5] ^ fixed_bool[p_u32 % 5]) ? workgroup_any(v10) : workgroup_xor((atomic_load(b18[me]) % 5 != 1))) {
if ((fixed_i32[b0[p_u32 % 61] % 12] <= fixed_i32[v15 % 12]) & (v10 || v10)) {
var w29 = 0
loop {
w29 += 1
if w29 > 1 { break }
atomic_sub(b14[(v15 + v15) % 2], 33u32, acq_rel, workgroup)
v7 += v6
v14 = (u32(63u32) % 3 < 1)
if v10 {
break
}
if ((2147483648u32 != v15) ? (!v10) : v10) {
break
}
}
}
} else {
}
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(a11[2]) + u32(v12) + u32(v14) + u32(v15)
