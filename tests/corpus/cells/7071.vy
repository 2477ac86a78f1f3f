// Program 7071 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7071
program conform_7071
workgroup 3, 1, 1
grid 15, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -2
param p_u64: u64 = 5
param p_i64: i64 = -20
param p_f32: f32 = 1.25
param p_f64: f64 = -8.125
const WIDTH = 3
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[15]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[7]
uniform fixed_u64: u64[10]
uniform fixed_i64: i64[9]
in fixed_f32: f32[8]
in fixed_f64: f64[5]
in b10: i16[6, 2]
persistent b11: i16[15, 3]
out b12: i16[17, 1] @range(24, 6)
out b13: atomic u32[4] @range(6, 2)
persistent b14: atomic u64[15]
shared b15: u32[3]
shared b16: f64[3]
shared b17: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = y1
v2 = popcount(i32(gid.x))
let v3 = false
v2 = (i32(y1) ^ clamp(y1, p_i32, p_i32))
b11[me, 1] += y1
v2 = ((y1 * y1) >> mulhi(256u64, 9223372036854775808u64))
return ((fixed_bool[me & 1] || true) ? p_u32 : p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v4 = ((b10[u32_at(bytes, 37) % 7, (2147483647u32 & bytes[35]) % 2] >= fixed_i32[workgroups.x % 8]) ? (fixed_bool[u32(p_i32) % 12] ? p_i64 : fixed_i64[len(b10, 1) % 10]) : mulhi(fixed_i64[(b0[13] * 31u32) % 10], fixed_i64[abs(5u32) % 10]))
var v5 = ((p_f32 == fixed_f32[mulhi(p_u32, 33u32) % 9]) ? fixed_f32[32u32 % 9] : min(fixed_f32[p_u32 % 9], fixed_f32[63u32 % 9]))
v5 = (clamp(v5, fixed_f32[(p_u32 & 31u32) % 9], v5) + workgroup_load(fixed_f32[(true ? 128u32 : b0[14]) % 9]) * workgroup_load(fixed_f32[u64_at(bytes, 38) % 9]))
var v6 = ((fixed_bool[i32(grid_size.x) % 12] ? fixed_bool[b0[p_u32 % 16] % 12] : fixed_bool[i64(32u64) % 12]) ? (p_u64 >> u64_at(bytes, (63u32 * u32_at(bytes, 9)) % 41)) : u64(fixed_i32[b0[p_u32 % 16] % 8]))
v6 = (u64_at(bytes, 64u32 % 41) / ((p_bool ? v6 : v6) / (v6 / fixed_u64[i32(workgroup_size.x) % 11])))
let v7 = (popcount(i32(p_i32)) ^ 1989145049i32)
let v8 = i32((fixed_bool[me & 3] ? i32(workgroup_size.y) : i32(workgroups.x)))
let v9 = (i32(fixed_f32[4294967294u32 % 9]) + grid_xor(fixed_i32[210439289u32 % 8]))
var v10 = mulhi(rotr(b0[i32(wid.y) % 16], fixed_u32[(len(b10, 1) - 33u32) % 7]), ctz(wid.x))
v10 = ((v10 % 3 != 2) ? (v10 / v10) : (p_u32 << fixed_u64[(256u64 * v6) % 11]))
barrier workgroup
async_copy(b15, 2, fixed_u32, v10 % 7, 3)
wait()
fixpoint k12 in 0..2 {
b11[me, v10 % 3] += rotl(rotr(b11[me, v10 % 3], u64_at(bytes, p_u32 % 41)), i64(v7))
for k13 in -2..2 {
let v14 = (rotl(2u32, u32_at(bytes, v6 % 41)) + grid_scan_or(u32(p_u32)) * grid_scan_and(ceil_div((fixed_bool[b15[here] % 12] ? 31u32 : b15[here]), (v10 - b15[here]))))
if bool(v6) {
var w15 = 0
loop {
w15 += 1
if w15 > 2 { break }
let v16 = workgroup_scan_and(127u32)
v10 = ((fixed_bool[b0[13] % 12] & fixed_bool[(false ? i64(workgroups.y) : p_i64) % 12]) ? (p_bool ? b0[u64_at(bytes, 19) % 16] : v10) : abs(v10))
if ((fixed_bool[me & 3] || fixed_bool[me & 1]) && (fixed_bool[me & 1] ? false : fixed_bool[me & 7])) && me % 4 == 0 { return }
let v17 = (fixed_bool[b0[p_u32 % 16] % 12] ? workgroup_add(127i32) : workgroup_iscan_xor(k13))
if bool((fixed_bool[u32(v6) % 12] ? fixed_f32[v10 % 9] : fixed_f32[i64(grid_size.z) % 9])) {
b11[me, k12 % 3] = popcount(k13)
continue
}
if me <= len(b1) { b1[me] = v10 }
v5 = round(v5)
if fixed_bool[v10 % 12] {
let v18 = workgroup_scan_and(bool(clamp(fixed_i64[me & 7], fixed_i64[u32_at(bytes, 37) % 10], v4)))
break
}
}
block l19 {
block l20 {
let v21 = 5u64
if (fixed_bool[me & 7] || (fixed_bool[v10 % 12] ? fixed_bool[me & 1] : p_bool)) { return }
again
if p_bool { again }
if (bool(fixed_bool[me & 1]) ? fixed_bool[me & 3] : (v4 != v4)) {  }
}
b15[here] ^= workgroup_size.y
}
if ((true ^ fixed_bool[fixed_i32[p_u32 % 8] % 12]) ? fixed_bool[k12 % 12] : (fixed_bool[v10 % 12] & p_bool)) && wid.x % 1 == 0 { return }
}
v4 = min(v4, (~v4))
}
if ((3i32 + i32(-2147483648)) <= i32(v5)) {
if ((fixed_bool[me & 3] ? fixed_bool[me & 7] : fixed_bool[me & 1]) && (!fixed_bool[v10 % 12])) { again }
}
if k12 < 3 && fixed_bool[me & 1] { again }
}
let v22 = (fixed_bool[256i32 % 12] ? grid_scan_xor(max((v7 | p_i32), i32(v5))) : i32(workgroups.y))
fixpoint k24 in 1..2 {
block l25 {
var v26 = i32(fixed_bool[min(v7, fixed_i32[p_u32 % 8]) % 12])
if ((k24 % 4 < 2) & (workgroups.y % 5 != 2)) {
leave l25
}
b15[here] += b15[here]
if (i64(p_i32) < v4) {
leave l25
}
}
if k24 < 4 && ((p_f64 > fixed_f64[me & 3]) && (fixed_bool[p_u64 % 12] | fixed_bool[me & 1])) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(bits(v5)) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v22)
