// Program 81071 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 81071
program conform_81071
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -10
param p_u64: u64 = 30
param p_i64: i64 = -22
param p_f32: f32 = 8.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14] @binding(7)
out b1: u32[14] @range(37, 19) @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[10] @binding(28)
uniform fixed_u32: u32[3] @binding(35) @align(128)
in fixed_i32: i32[10] @binding(5)
in fixed_u64: u64[5] @binding(12)
in fixed_i64: i64[4] @binding(19) @align(32)
in fixed_f32: f32[3] @binding(26)
in fixed_f64: f64[6] @binding(33)
in o10_18: i8[, 3] @binding(3)
inout b11: bool[13, 2] @binding(10)
scratch b12: i32[len(b0), 1] @binding(17)
scratch b13: u16[15] @binding(24)
inout b14: i16[14, 3, 3] @binding(31) @cache(streaming)
out b15: atomic i32[4] @binding(1)
inout b16: atomic i64[14] @binding(8)
shared b17: u32[7] @binding(15)
shared b18: u64[7] @binding(22)
shared b19: atomic u32[3] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_i64[me & 3]
b11[me, 4294967294u32 % 2] = fixed_bool[me & 1]
b11[me, 1] = bool(fixed_f64[me & 3])
var v3 = (y1 << min(v2, p_i64))
v3 = abs((32i32 >> p_u32))
var v4 = ((p_bool | fixed_bool[u32(x0) % 11]) ? fixed_i32[me & 7] : (p_i32 - y1))
v4 = rotl(i32(fixed_u64[abs(b0[me + 0]) % 6]), i64(x0))
b11[me, 63u32 % 2] = (fixed_bool[me & 7] ? (x0 <= x0) : bool(1258601346i64))
if fixed_bool[me & 7] {
}
return u32(clamp(273620427u64, u64_at(bytes, x0 % 41), fixed_u64[me & 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a5: u32[2]
a5[3u32 % 2] = (b1[me] + grid_load(b17[reverse(64u32) % 8]) * grid_xor(b0[o10_18[p_u32 % 7, 1] % 15]))
let v6 = a5[p_u32 % 2]
var v7 = ((fixed_bool[o10_18[p_u32 % 7, 1] % 11] & fixed_bool[2061623144u32 % 11]) ? grid_broadcast(f64(fixed_f64[p_i32 % 7]), (true ? 5u32 : b0[7]) % 15) : round(p_f64))
v7 += v7
let v8 = bool(u64(4294967295u32))
var a9: f64[5]
a9[p_u32 % 5] += (-(v8 ? v7 : v7))
let v10 = a9[u32(a5[0]) % 5]
var a11: bool[3]
a11[v6 % 3] = (bool(v8) || grid_and((v8 & v8)))
let v12 = a11[v6 % 3]
let v13 = ((b0[u32(p_i32) % 15] & 5u32) + workgroup_broadcast(v6, 63u32 % 8) * workgroup_min(a5[(b18[here] % 4294967295u64) % 3]))
b11[me, 1] = bool((v8 ? u64_at(bytes, (v13 - fixed_u32[me & 3]) % 41) : 18446744073709551615u64))
if (v8 ? v8 : (v8 && v8)) {
let v14 = ((fixed_bool[2147483648u32 % 11] && fixed_bool[(v8 ? 32u32 : 0u32) % 11]) ? workgroup_broadcast(((fixed_i32[me & 7] | fixed_i32[255i32 % 11]) <= i32(0.1f64)), 4294967295u32 % 8) : v8)
}
block l15 {
let v16 = subgroup_min(fixed_f32[me & 3])
if ((~fixed_i32[64u64 % 11]) <= i32(v8)) {
fixpoint k18 in 2..6 {
for k19 in (b0[8] / k18) % 2..2 + ((b0[rotl(k18, fixed_u64[2]) % 15] % b0[128u32 % 15]) + workgroup_broadcast(v13, 127u32 % 8)) % 3 step 0 {
let v20 = (bool(p_u32) ? workgroup_max(b0[k19 % 15]) : workgroup_add((b13[me] / p_u32)))
b1[me] = workgroup_iscan_or(p_u32)
let v21 = subgroup_min(fma(v10, f64(fixed_f64[me & 7]), f64(64i32)))
}
if me < len(b11) { b11[me, clamp(63u32, u32_at(bytes, 37), 63u32) % 2] = v8 }
var a22: i64[2]
a22[u32_at(bytes, p_u32 % 41) % 3] += i64((p_bool | a11[b17[here] % 4]))
let v23 = a22[rotr(p_u32, p_i64) % 2]
if k18 < 4 && (mulhi(v13, fixed_u32[me & 7]) % 4 >= 2) { again }
}
leave l15
}
if v8 {
let v24 = subgroup_scan_or((v8 ? fixed_u64[me & 1] : p_u64))
leave l15
}
var w25 = 4
while w25 > 0 && (w25 % 3 == 2 || grid_or((p_bool ? v8 : true))) {
w25 -= 1
let v26 = workgroup_iscan_add((v13 >> p_u64))
a5[a5[0] % 2] += u32((u32_at(bytes, v13 % 41) % 3 >= 2))
var v27 = b17[here]
if ((v8 || v8) ? (false == p_bool) : v8) {
var w28 = 0
loop {
w28 += 1
if w28 > 1 { break }
let v29 = subgroup_iscan_min(p_u32)
if me < 13 { b11[me, 64u32 % 2] = (u32(b18[here]) % 5 == 2) }
if me <= len(b0) { b11[me, 1] = bool(clamp(-1.5f32, fixed_f32[me & 3], fixed_f32[me & 3])) }
if p_bool {
a9[v13 % 5] = ((v8 ? v7 : v7) + subgroup_max(a9[o10_18[p_u32 % 7, 1] % 6]))
var v30 = u64_at(bytes, b13[me] % 41)
v30 = b18[here]
b17[here] += min(((b13[me] >> v30) << (fixed_i64[v13 % 5] | fixed_i64[v13 % 5])), reverse(rotl(b17[here], fixed_i32[me & 7])))
}
if ((v8 != v8) ? (!v8) : (fixed_f32[4294967294u32 % 4] != fixed_f32[len(bytes) % 4])) {
break
}
b13[me] += mulhi(reverse(reverse(v13)), (reverse(v13) / ceil_div(v26, 31u32)))
a9[v29 % 5] += f64(u32(workgroup_size.x))
barrier workgroup
async_copy(b17, 2, b0, b0[8] % 15, 7)
wait()
b1[me] = min(a5[a5[p_u32 % 3] % 3], u32(v12))
b15[v6 % 5] += popcount(b14[me, 3u32 % 3, 0])
barrier workgroup
}
continue
}
}
v7 += f64(fixed_u64[1939936582u32 % 6])
if grid_any(a11[v13 % 4]) {
leave l15
}
}
a5[v13 % 2] = v6
barrier grid
b1[me] = b1[me] * 3 + u32(a5[1]) + u32(v6) + u32(bits(v7)) + u32(v8) + u32(bits(a9[2])) + u32(bits(v10) >> 32) + u32(a11[1]) + u32(v12) + u32(v13)
