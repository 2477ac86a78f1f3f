// Program 50321 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50321
program conform_50321 service
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = 6
param p_u64: u64 = 35
param p_i64: i64 = -14
param p_f32: f32 = 0.25
param p_f64: f64 = -0.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1] @axis(0)
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[11]
uniform fixed_i32: i32[6] @axis(0)
in fixed_u64: u64[9]
in fixed_i64: i64[6]
uniform fixed_f32: f32[5]
uniform fixed_f64: f64[7]
in b10: u16[len(b0)]
inout o11_4: i64[, 2, 1]
out b12: i64[3, 1, 1] @range(23, 1)
out b13: u8[3] @range(2, 0)
persistent b14: atomic u64[4]
out b15: atomic u32[1]
mapped b16: u8[1]
mapped b17: u64[len(b0)]
mapped b18: atomic i32[1]
shared b19: u32[1]
shared b20: i16[1]
shared b21: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((y1 << y1) / clz(y1))
o11_4[me, u32(p_u32) % 2, 0] += ((~o11_4[me, 1, 0]) / i64(fixed_f64[max(x0, x0) % 8]))
return u32((-fixed_f32[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a3: u64[5]
a3[ctz(b10[0]) % 5] += clz(u64((o11_4[me, 128u32 % 2, 0] < fixed_i64[me & 3])))
let v4 = a3[31u32 % 5]
var v5 = ((fixed_bool[u32(-2.5f32) % 5] ? fixed_i32[255u32 % 7] : 2147483647i32) ^ i32(fixed_i64[clz(2i32) % 7]))
var v6 = (~ctz(p_i64))
var v7 = f64(min(p_f32, fixed_f32[255u32 % 6]))
v7 += ((fixed_bool[4294967294u32 % 5] == fixed_bool[p_u32 % 5]) ? (v7 - fixed_f64[(fixed_i64[p_u32 % 7] & i64(-9223372036854775808)) % 8]) : v7)
var a8: u64[4]
a8[1u32 % 5] += u64((-v5))
let v9 = a8[255u32 % 4]
var w10 = 2
while w10 > 0 && (w10 % 3 == 2 || (bool(fixed_bool[2147483648u32 % 5]) ? grid_all(((fixed_bool[me & 7] && fixed_bool[me & 1]) & (v6 > fixed_i64[me & 7]))) : grid_any(fixed_bool[p_u32 % 5]))) {
w10 -= 1
if grid_iscan_or(true) {
pause()
} else {
a3[rotl(p_u32, fixed_i64[me & 7]) % 5] += v4
if me < len(b16) { b16[me] = ((fixed_bool[b0[0] % 5] || fixed_bool[b19[here] % 5]) ? (b10[me & 3] % u32_at(bytes, len(bytes) % 41)) : (fixed_bool[me & 7] ? b10[me & 1] : bytes[me + 2])) }
}
for k11 in 63u32 % 2..2 + (((b10[u64_at(bytes, p_u32 % 41) % 2] * p_u32) + grid_xor(b10[me & 7]) * grid_or(b16[me]))) % 30 step 0 {
if ((false | fixed_bool[b10[0] % 5]) & (fixed_bool[31u32 % 5] | false)) {
let v12 = (fixed_bool[u32(k11) % 5] ? subgroup_scan_min(min(p_u32, b13[me])) : subgroup_broadcast(SUM, k11 % 33))
let v13 = (f64(u32_at(bytes, v6 % 41)) + subgroup_add(1.5f64))
v6 = i64((bool(fixed_f32[k11 % 6]) ? v7 : (0.0f64 - fixed_f64[k11 % 8])))
} else {
let v14 = (bool(k11) ? subgroup_scan_max(clz((fixed_bool[abs(0u32) % 5] ? atomic_load(b18[me]) : b18[me]))) : subgroup_scan_and(popcount(3i32)))
block l15 {
var v16 = v5
atomic_sub(b14[u32(i32(-2147483647)) % 5], (clock() * 0))
if subgroup % 4 == 0 {
leave l15
}
if fixed_bool[k11 % 5] {
if me <= 3 { o11_4[me, 1, 0] = i64((-atomic_load(b18[me], relaxed))) }
leave l15
}
var v17 = ((fixed_bool[clamp(p_u32, k11, k11) % 5] ? fixed_f32[k11 % 6] : fixed_f32[k11 % 6]) - clamp(p_f32, fixed_f32[9223372036854775807i64 % 6], fixed_f32[popcount(k11) % 6]))
}
v6 = ((v6 | (v6 ^ 127i64)) << p_i64)
}
let v18 = (ctz(v4) + workgroup_iscan_xor(u64(k11)))
a3[(b13[me] | b13[me]) % 5] ^= (clock() & 0)
if p_bool {
fence()
continue
}
var v19 = ((v9 ^ b17[me]) >> v5)
v19 += 32u64
}
let v20 = f0(((fixed_f32[me & 1] < fixed_f32[me & 7]) ? len(b1) : clz(b10[me & 1])), (i32(b17[me]) * p_i32))
if (u64(1719770649i32) <= (fixed_bool[1808104273u32 % 5] ? p_u64 : fixed_u64[b10[0] % 10])) {
a8[63u32 % 4] /= (((true ? p_u64 : v9) - u64(fixed_f32[me & 3])) << clamp((clock() % 1), (p_u64 * v9), (fixed_bool[me & 7] ? v9 : p_u64)))
continue
}
for k21 in -2..1 {
block l22 {
let v23 = bool(abs(b10[7u32 % 2]))
if bool(floor(p_f32)) { leave l22 }
if ((fixed_i64[me & 7] <= 0i64) ^ true) {  }
}
if fixed_bool[2147483647u32 % 5] {
break
}
}
if (fixed_i32[u32_at(bytes, 10) % 7] <= fixed_i32[2147483648u32 % 7]) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(a3[2]) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(bits(v7)) + u32(a8[2]) + u32(v9)
