// Program 65517 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 65517
program conform_65517 service
workgroup 64, 1, 1
grid 64, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = -15
param p_u64: u64 = 36
param p_i64: i64 = -8
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40] @cache(temporal)
in fixed_bool: bool[7]
in fixed_u32: u32[3] @align(8)
in fixed_i32: i32[5] @align(2) @cache(temporal)
in fixed_u64: u64[11] @axis(0)
in fixed_i64: i64[3]
in fixed_f32: f32[10]
in fixed_f64: f64[10]
in o10_8: u16[, 2]
inout b11: i8[65]
inout o12_378: u32[, 2, 3]
out b13: f64[66] @range(309, 85)
out b14: u16[65]
out b15: atomic i32[1]
out b16: atomic u64[64] @cache(streaming)
mapped b17: i16[64] @align(256)
mapped b18: f64[64]
mapped b19: atomic u32[64]
shared b20: u32[64]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((TABLE[p_u32 % 10] / u32_at(bytes, 63u32 % 41)) % 3 == 1)
b14[me] = u32(popcount(x0))
block l3 {
pause()
var w4 = 0
while w4 < 2 && ((v2 && v2) ^ (fixed_bool[me & 7] ? v2 : v2)) {
w4 += 1
if (u32(p_i32) % 4 == 2) { continue }
}
if v2 {  }
if ((o10_8[me & 7, 1] == o10_8[me & 3, grid_size.x % 2]) && (fixed_bool[me & 3] & v2)) { return x0 }
}
return ((o10_8[me & 1, 1] % 4 != 2) ? u32(i32(-2147483647)) : (v2 ? p_u32 : 2147483647u32))
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_scan_add(33u32)
var v8 = fixed_f64[63u32 % 11]
v8 -= unbits(fixed_u64[mulhi(fixed_u64[3], 9223372036854775808u64) % 12])
fence()
b14[me] = x5
return u32(ceil(v8))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v9 = (fixed_i32[4294967295u32 % 6] + grid_min(fixed_i32[me & 7]))
var v10 = grid_min(fixed_f32[me & 1])
let v11 = unbits(u64(workgroup_size.z))
var v12 = subgroup_scan_min((min(255i32, v9) << (u64_at(bytes, 33i64 % 41) - 237428361u64)))
let v13 = u32(reverse(fixed_u32[2147483647u32 % 4]))
let v14 = grid_add((rotr(fixed_u64[me & 3], i64(wid.z)) & (p_u64 >> i32(-2147483648))))
pause()
b11[me] = grid_iscan_max(v9)
if me < len(o12_378) { o12_378[me, 1, 0] = max(p_u32, grid_size.y) }
barrier workgroup
async_copy(b20, 0, fixed_u32, u32_at(bytes, p_u32 % 41) % 4, (v13 >> 128i64) % 65)
wait()
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, p_u32 % 65)
wait()
v10 = v10
atomic_add(b15[u32(v11) % 2], v9, release, workgroup)
var v15 = (bool(v14) ? grid_min(fixed_i64[me & 3]) : min(fixed_i64[255u32 % 4], (-1i64)))
v15 <<= min(ctz(fixed_i64[o10_8[3, 1] % 4]), rotl(i64(workgroup_size.y), i32(grid_size.z)))
for k16 in -2..2 {
block l17 {
let v18 = ((fixed_u64[(v13 << v14) % 12] != 32u64) ? workgroup_add(f64(fixed_bool[(v13 | 256u32) % 8])) : workgroup_add((true ? fma(v11, fixed_f64[me & 3], v11) : round(unbits(0xcbf4c16a2a3626fu64)))))
b17[me] = (abs(v12) % i32(v10))
if ((2u64 <= v14) || grid_scan_xor(bool(b17[me]))) {
leave l17
}
}
fixpoint k20 in 1..1 {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 35)
wait()
if k20 < 4 && (k20 % 4 >= 2) { again }
}
}
{
v15 += clz(rotl(v15, fixed_i32[o10_8[0, 1] % 6]))
if ((b0[b0[54] % 65] < b0[u64(workgroups.z) % 65]) ? grid_xor(fixed_bool[me & 1]) : grid_or(fixed_bool[v13 % 8])) {
var w21 = 0
loop {
w21 += 1
if w21 > 4 { break }
b11[me] += i32(686799715u32)
if (mulhi(fixed_i64[me & 3], fixed_i64[me & 3]) < v15) { break }
}
}
let v22 = grid_xor(fixed_i64[me & 3])
}
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, TABLE[p_u32 % 10] % 65)
wait()
if (true && workgroup_and(fixed_bool[me & 1])) {
block l23 {
if (true || subgroup_iscan_or((p_bool ? fixed_bool[me & 3] : fixed_bool[me & 7]))) {
} else if ((v9 > b11[me]) || false) {
} else {
}
if ((!fixed_bool[v13 % 8]) ? subgroup_xor(bool(33i32)) : subgroup_load(fixed_bool[(o10_8[3, 1] % v13) % 8])) {
leave l23
}
if (fixed_bool[v13 % 8] || fixed_bool[v13 % 8]) {
leave l23
}
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(bits(v10)) + u32(bits(v11) >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
