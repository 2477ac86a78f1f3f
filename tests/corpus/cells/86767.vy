// Program 86767 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86767
program conform_86767
workgroup 2, 3, 1
param p_grid: u32 = 8
grid p_grid + 1, 2, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = 12
param p_u64: u64 = 18
param p_i64: i64 = -21
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[30]
out b1: u32[30]
in bytes: u8[40]
uniform fixed_bool: bool[11]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[11]
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[3]
uniform fixed_f32: f32[7]
in fixed_f64: f64[7]
in b10: i8[9, 1]
inout b11: u8[30, 1]
out b12: u8[len(b0), 2] @range(15, 2)
persistent b13: f32[30]
out b14: f32[31]
persistent b15: atomic u32[4]
persistent b16: atomic u64[30] @cache(streaming)
shared b17: u32[6]
shared b18: f64[6]
shared b19: atomic i32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_f32[(128u64 / 255u64) % 8]
v2 += f32(((x0 % 4 >= 1) ? f32(fixed_i64[me & 3]) : (fixed_bool[b0[me & 1] % 12] ? p_f32 : v2)))
v2 -= round(min(0.0f32, fixed_f32[me & 3]))
v2 += 16777217.0f32
v2 += p_f32
for k3 in 2147483647i32 - i32(u32(unbits(0x800fffffffffffffu64)) % 6)..2147483647i32 {
var v4 = round(f64(fixed_f64[me & 1]))
if (fixed_bool[me & 7] ? bool(fixed_bool[me & 3]) : (TABLE[i64(workgroups.y) % 10] % 2 >= 2)) { break }
var v5 = (round(fixed_f64[me & 1]) - (fixed_f64[me & 7] - fixed_f64[u32(v2) % 8]))
}
return x0
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_scan_xor(u32(unbits(0x1u64)))
var v9 = ctz(bits((fixed_bool[me & 1] ? fixed_f32[u64_at(bytes, p_u32 % 41) % 8] : fixed_f32[me & 7])))
v9 = x6
v9 = workgroup_load(b17[3u32 % 7])
var a10: u64[1]
a10[x6 % 2] = fixed_u64[me & 7]
let v11 = a10[popcount(v8) % 1]
let v12 = workgroup_iscan_xor(bool((fixed_bool[len(b10, 0) % 12] ? fixed_i32[me & 1] : fixed_i32[me & 7])))
return lid.y
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v13 = (((fixed_bool[me & 7] ? fixed_u64[(u32_at(bytes, p_u32 % 41) | p_u32) % 10] : fixed_u64[me & 1]) >> u64(fixed_f32[me & 7])) >> ((~5u64) ^ (128u64 | atomic_compare_exchange(b16[me], fixed_u64[0], 64u64, acquire, workgroup))))
let v14 = grid_load(fixed_f64[b0[4] % 8])
var v15 = (~(b0[fixed_i32[p_u32 % 12] % 31] >> 33u32))
v15 = fixed_u32[b0[26] % 9]
region "r16" {
v15 *= grid_or(mulhi(mulhi(b12[me, 1], v15), (2147483647u32 + v15)))
if bool(f32(fixed_i64[me & 1])) {
for k17 in u32(b10[127i32 % 10, 1012117347u32 % 1]) % 3..u32(fixed_i64[v15 % 4]) % 6 step v15 % 2 {
var a18: i32[1]
a18[gid.y % 1] = b10[me & 1, v15 % 1]
let v19 = a18[popcount(len(b1)) % 1]
if ((-v15) % 2 == 2) { break }
}
b17[here] += ceil_div(b17[here], u32(v14))
b15[(fixed_bool[me & 1] ? 127u32 : 4294967294u32) % 5] += ((v15 | v15) ^ v15)
} else {
b16[me] = (bool(v14) ? clz(u64_at(bytes, v15 % 41)) : rotl(p_u64, fixed_i64[v15 % 4]))
v13 <<= min(u32(u32(b13[me])), v15)
}
}
b11[me, 0] = ((fixed_bool[v15 % 12] ? v15 : v15) % min(v15, bytes[v15 % 41]))
b14[me] += (bool(b11[me, 0]) ? f32(p_f64) : fma(fixed_f32[v15 % 8], b13[me], b14[me]))
v15 = u32(fixed_u64[0u32 % 10])
let n20 = fixpoint k21 in 2..5 {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 1)
wait()
atomic_store(b19[here], (~i32(fixed_f32[me & 1])))
each i in 0i64..30 {
var w23 = 0
while w23 < 3 && ((fixed_i64[u32(i32(-2147483647)) % 4] << fixed_i64[(v15 << 36781156i64) % 4]) == (i64(workgroups.z) + p_i64)) {
w23 += 1
b11[i, k21 % 1] = v15
block l24 {
b14[i] += (bool(i) ? (fixed_bool[b0[13] % 12] ? b14[i] : fixed_f32[popcount(b0[p_u32 % 31]) % 8]) : (-fixed_f32[v15 % 8]))
if bool(ctz(v13)) { continue }
again
}
}
}
v13 = u64((b10[me & 3, v15 % 1] <= fixed_i32[me & 7]))
if k21 < 6 && ((v13 != 255u64) || (v15 % 3 < 1)) { again }
}
let v26 = mulhi(fixed_u64[v15 % 10], u64(u64_at(bytes, u32_at(bytes, 11) % 41)))
if me <= len(b1) { b11[me, 0] = u32(b13[me]) }
let v27 = ((-fixed_u64[u32(-16777217.0f32) % 10]) + workgroup_max(v26) * workgroup_broadcast(v26, (false ? v15 : b0[p_u32 % 31]) % 7))
let v28 = f1(((fixed_bool[me & 3] ? p_bool : fixed_bool[me & 3]) ? u32(p_u64) : ceil_div(b1[me], v15)), i32(floor(fixed_f64[(v15 | n20) % 8])))
block l29 {
var v30 = v14
b13[me] += grid_broadcast(p_f32, 1u32 % 31)
if (f64(u64(grid_size.x)) > sqrt(v14)) {
leave l29
}
barrier workgroup
if me % 4 == 0 {
leave l29
}
block l31 {
v13 = mulhi(u64(abs(b18[here])), (clamp(v13, p_u64, u64(subgroup)) - (fixed_bool[me & 7] ? u64(wid.y) : v26)))
if bool((fixed_u64[me & 1] | v13)) {  }
if (f64(atomic_add(b19[here], (-1i32), acquire)) >= fixed_f64[v28 % 8]) { leave l29 }
}
if me % 2 == 0 {
leave l29
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v13 >> 32) + u32(bits(v14)) + u32(v15) + u32(n20) + u32(v26) + u32(v27) + u32(v28)
