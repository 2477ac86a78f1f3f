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
uniform b10: f16[5, 1]
persistent b11: i32[61, 3]
out b12: bf16[61, 2] @range(79, 11)
inout b13: bool[62, 1]
scratch b14: atomic u32[1]
out b15: atomic u64[60]
mapped b16: i8[60] @cache(streaming)
mapped b17: f32[59]
mapped b18: atomic u32[60]
shared b19: u32[20]
shared b20: i32[20]
shared b21: atomic u64[20]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i64[1]
a2[x0 % 1] += rotl((b13[me, 0] ? i64(workgroup_size.x) : p_i64), bits(fixed_f32[me & 7]))
let v3 = a2[(x0 ^ u32_at(bytes, 18)) % 1]
block l4 {
b13[me, u32(fixed_f32[me & 1]) % 1] = (p_u32 % 2 == 2)
if bool(f64(fixed_f64[x0 % 10])) {  }
b13[me, clz(x0) % 1] = (!(fixed_bool[(x0 - x0) % 5] || fixed_bool[me & 1]))
b13[me, popcount(b0[me + 0]) % 1] = bool(u32(fixed_f64[p_u32 % 10]))
if bool((~atomic_load(b18[me]))) { return x0 }
}
a2[p_u32 % 2] += i64(f64(b0[me & 1]))
return ((p_bool != fixed_bool[me & 1]) ? popcount(atomic_load(b18[me], relaxed)) : (fixed_bool[me & 3] ? x0 : x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v5 = (reverse(fixed_i32[len(bytes) % 12]) + workgroup_max(mulhi(b11[me, 32u32 % 3], b20[here])))
v5 += v5
var v6 = (fixed_bool[fixed_u64[p_u32 % 7] % 5] ? workgroup_iscan_and(clamp(fixed_u64[63u32 % 7], b15[me], 33u64)) : (~b15[me]))
v6 += subgroup_max(u64(v5))
var a7: i32[1]
a7[popcount(31u32) % 1] = ctz(i32(v5))
let v8 = a7[2084988898u32 % 1]
for k9 in u32(b11[me, u32(p_u64) % 3]) % 3..reverse(2147483648u32) % 6 {
b16[me] = clamp(min((~v8), (true ? v8 : v5)), i32((b13[me, k9 % 1] ? fixed_f64[me & 3] : fixed_f64[workgroup_size.x % 10])), v8)
if ((b13[me, 0] && fixed_bool[me & 1]) ? bool(i32(lid.z)) : fixed_bool[me & 7]) { continue }
b20[here] += ((atomic_min(b15[me], v6, acquire, workgroup) != v6) ? a7[b1[me] % 2] : max(v5, v5))
pause()
if (!b13[me, (k9 / len(b10, 0)) % 1]) { continue }
}
v5 = max((fixed_i32[u32(p_f64) % 12] / fixed_i32[(-1i64) % 12]), v5)
pause()
let v10 = ((len(b10, 1) % 4 != 1) ? subgroup_iscan_xor((fixed_bool[me & 1] ? fixed_bool[me & 3] : fixed_bool[me & 7])) : subgroup_iscan_or(false))
fence()
b16[me] = b11[me, 1]
var a11: u64[5]
a11[(v10 ? 255u32 : 1509296183u32) % 6] = ((fixed_i64[1332317376u64 % 11] < i64(wid.y)) ? subgroup_scan_max(((255u64 | fixed_u64[me & 7]) * bits(fixed_f64[4294967294u32 % 10]))) : v6)
let v12 = a11[2147483647u32 % 5]
if p_bool {
block l13 {
atomic_add(b14[u32_at(bytes, 0) % 2], reverse(u32(7i32)), acquire)
fence()
if ((v10 ? bytes[fixed_u32[me & 7] % 41] : atomic_load(b18[me])) % 3 == 1) {  }
}
let v14 = workgroup_max((v10 ? atomic_load(b18[me]) : bytes[me + 1]))
b1[me] = clamp(v14, u32(fixed_f64[(false ? bytes[me + 1] : b0[me + 0]) % 10]), (v10 ? v14 : atomic_load(b18[me], acquire, system)))
} else {
b14[2147483647u32 % 2] += mulhi(u32(fixed_u32[me & 3]), len(b10, 0))
}
b19[here] = clamp((-atomic_load(b18[me])), atomic_load(b18[me], relaxed, workgroup), b19[here])
pause()
let v15 = workgroup_max((-(fixed_f32[me & 3] / fixed_f32[me & 7])))
let v16 = f0(u32((b18[me] << a11[max(2147483648u32, p_u32) % 6])), i32(floor(fixed_f32[me & 7])))
barrier workgroup
let v17 = fixed_bool[fixed_u64[p_u32 % 7] % 5]
b11[me, v16 % 3] += i32(b12[me, 1])
for k18 in ctz(workgroup_size.y) % 2..1 + (ctz(popcount(b0[128i32 % 61]))) % 30 step 0 {
b18[me] = (v16 + u32(4294967295u32))
}
let v19 = (ctz(fixed_u32[b0[28] % 5]) + workgroup_add(mulhi(v16, v16)))
block l20 {
v6 += v6
if ((p_bool & true) | v10) {  }
for k21 in 2147483647i32 - i32((p_bool ? v16 : gid.x) % 6)..2147483647i32 step i32(workgroups.y) % 4 {
b1[me] += v16
atomic_add(b14[v16 % 2], (u32(v16) << u64(v16)))
if ((v10 ? 4294967294u32 : v19) > (v10 ? v16 : 256u32)) { continue }
}
if fixed_bool[me & 3] {  }
}
each i in 0..3, j in 0..20 {
b14[(p_bool ? v19 : v16) % 2] += u32(f32(i32(wid.x)))
var v24 = (v15 != p_f32)
var v25 = clamp(f64(b16[i * 20 + j]), (0.1f64 / fixed_f64[i32(grid_size.x) % 10]), f64(fixed_f64[u32(v16) % 10]))
}
b19[here] = workgroup_xor(v16)
b11[me, v16 % 3] += abs(rotl(abs(a7[u32_at(bytes, p_u32 % 41) % 2]), p_u64))
v5 = ((p_i32 / v5) / ctz(i32(workgroups.x)))
each i in 0i32..60 {
b11[i, v16 % 3] = i32(atomic_load(b18[i]))
}
each k27 in i64(workgroup_size.x) % 3..i64(p_i64) % 4, k28 in fixed_u64[(128u32 + 2147483648u32) % 7] % 3..(p_u64 ^ fixed_u64[u32(7i64) % 7]) % 8 {
b14[min(v16, v16) % 2] += (bool(p_bool) ? (atomic_load(b18[me], relaxed, device) + v16) : popcount(p_u32))
if bool((v16 % 5 == 2)) { continue }
var v29 = fma(unbits(v16), p_f32, f32(p_u32))
v29 = p_f32
var v30 = (((p_bool ? v15 : p_f32) >= round(b10[p_u32 % 6, 0])) ? k27 : reverse((p_i64 & k27)))
}
each i in 0i64..60 {
if ((fixed_f64[v19 % 10] + fixed_f64[v16 % 10]) > clamp(fixed_f64[p_u32 % 10], fixed_f64[fixed_i32[9] % 10], fixed_f64[a11[p_u32 % 6] % 10])) {
} else {
}
}
b1[me] = b1[me] * 3 + u32(v5) + u32(v6 >> 32) + u32(a7[0]) + u32(v8) + u32(v10) + u32(a11[2]) + u32(v12 >> 32) + u32(bits(v15)) + u32(v16) + u32(v17) + u32(v19)
