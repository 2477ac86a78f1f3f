// Program 15267 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15267
program conform_15267
workgroup 2, 3, 1
grid 8, 3, 1
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = 4
param p_u64: u64 = 37
param p_i64: i64 = -7
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[24]
out b1: u32[24]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[4]
in fixed_i32: i32[11]
in fixed_u64: u64[8]
in fixed_i64: i64[5]
uniform fixed_f32: f32[9]
in fixed_f64: f64[5] @cache(temporal)
in b10: u8[1, 1]
inout b11: f64[25, 3]
scratch b12: u16[26, 1] @live
inout b13: atomic i32[4]
persistent o14_24: atomic u64[]
shared b15: u32[6]
shared b16: i16[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = p_i32
var v3 = i32(clamp(fixed_f32[(x0 % x0) % 10], 1.5f32, p_f32))
if bool(u64(fixed_f32[x0 % 10])) {
v3 += popcount(clz(p_i32))
v3 += fixed_i32[me + 1]
}
for k4 in (fixed_bool[clamp(p_u64, u64_at(bytes, p_u32 % 41), 1080101681u64) % 7] ? fixed_u64[(false ? p_u32 : 969268736u32) % 9] : p_u64) % 3..(-255u64) % 6 {
var v5 = i64((fixed_i32[me + 2] != v3))
if fixed_bool[u32(y1) % 7] { break }
}
return x0
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_iscan_max(u32(u64_at(bytes, bits(-0.1f32) % 41)))
var v9 = fixed_f64[128i64 % 6]
if (bool(y7) || (fixed_f32[p_u32 % 10] >= fixed_f32[64u32 % 10])) {
var v10 = (fixed_bool[p_i64 % 7] ? subgroup_scan_xor(fixed_u64[me + 0]) : clz(fixed_u64[b0[5] % 9]))
v10 += u64(round(p_f64))
}
return (abs(b0[b0[p_u32 % 25] % 25]) ^ fixed_u32[u32_at(bytes, p_u32 % 41) % 5])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v11 = ((-3u32) | fixed_u32[127u32 % 5])
v11 += (bool(fixed_i32[v11 % 12]) ? u32(fixed_f32[v11 % 10]) : ceil_div(v11, fixed_u32[v11 % 5]))
let v12 = ceil_div(ctz(b0[b0[21] % 25]), clz(336468131u32))
var v13 = f64(mulhi(u32(v11), (v11 - b10[u32(true) % 2, 0])))
v13 += ((b10[2147483648u32 % 2, 0] <= v11) ? (-v13) : fma(v13, v13, unbits(0x34ccffd7bf5c6d57u64)))
let v14 = (popcount(b16[here]) - ctz(fixed_i32[v12 % 12]))
let v15 = ((SUM % 2 != 1) ? workgroup_load(fixed_f32[v11 % 10]) : (fixed_f32[7i32 % 10] / fixed_f32[u32(63i32) % 10]))
let v16 = (v15 * v15)
b11[me, 1] = (v13 / (v13 + v13))
if (bool(b0[TABLE[p_u32 % 10] % 25]) || workgroup_all(bool(fixed_i64[TABLE[8] % 6]))) {
for k17 in mulhi(256i32, v14) % 3..i32(fixed_i64[p_u32 % 6]) % 6 {
for k18 in u32(fixed_f32[p_u32 % 10]) % 3..(p_u32 + b10[fixed_u32[me + 1] % 2, 0]) % 6 step (v12 | v11) % 4 {
let v19 = f0(((k18 / k18) << (atomic_load(o14_24[me], relaxed) * fixed_u64[v12 % 9])), i32(rotl(k17, p_u32)))
b13[b10[p_u32 % 2, 0] % 5] += v14
if (p_i64 <= (fixed_i64[me + 0] * p_i64)) { continue }
}
var v20 = fixed_f32[b0[0] % 10]
v20 = p_f32
if fixed_bool[me + 1] { continue }
let v21 = fixed_bool[b12[me, 0] % 7]
if fixed_bool[p_u32 % 7] { continue }
}
let v22 = fixed_i32[2147483647u32 % 12]
var v23 = popcount(i32(unbits(0x9a630b356cbb58bbu64)))
v23 += v23
} else {
let v24 = ((v11 % 5 == 1) ? subgroup_iscan_max(v11) : subgroup_broadcast(v11, (~p_u32) % 33))
}
barrier grid
for k25 in clz(v11) % 2..1 + subgroup * 4 + wid.x + grid_xor(4294967295u32) % 3 step 0 {
b11[me, 5u32 % 3] += f64(v13)
let v26 = f64(i64(abs(v12)))
block l27 {
let v28 = (bool(fixed_i64[reverse(v11) % 6]) ? subgroup_load(fixed_f64[b10[p_u32 % 2, 0] % 6]) : v26)
for k29 in abs(p_u64) % 3..fixed_u64[fixed_i64[p_u32 % 6] % 9] % 6 step (~fixed_u64[(3u32 * grid_size.x) % 9]) % 2 {
let v30 = (bool(k25) ? f64(v13) : f64(v15))
b15[here] = (u32(o14_24[me]) % (TABLE[k29 % 10] / b12[me, 0]))
if ((fixed_bool[reverse(18446744073709551615u64) % 7] || fixed_bool[lid.x % 7]) ^ (fixed_bool[p_u32 % 7] && fixed_bool[me + 0])) { break }
}
b15[here] = u32(u32((fixed_bool[v14 % 7] ? v14 : v14)))
if fixed_bool[(-p_u32) % 7] {
region "r31" {
if ((k25 ^ 31u32) > fixed_u32[b0[5] % 5]) {
block l32 {
let v33 = mulhi((fixed_bool[4294967296i64 % 7] ? 9223372036854775808u64 : atomic_compare_exchange(o14_24[me], 1617105027u64, fixed_u64[p_u32 % 9], release, system)), (-fixed_u64[v12 % 9]))
atomic_add(b13[(v11 & b10[0, 0]) % 5], ((fixed_bool[b10[p_u32 % 2, 0] % 7] ? v14 : v14) - i32(u64_at(bytes, p_u32 % 41))))
if ((fixed_bool[me + 2] & fixed_bool[me + 2]) ? (fixed_bool[355138941u32 % 7] || p_bool) : (p_bool & false)) {  }
}
b11[me, b15[here] % 4] = (fixed_bool[me + 0] ? v13 : floor(unbits(0x800fffffffffffffu64)))
} else if ((atomic_load(o14_24[me]) != u64_at(bytes, fixed_i64[2] % 41)) | (k25 % 3 == 2)) {
var a34: u32[3]
a34[p_u32 % 3] %= u32_at(bytes, clamp(v12, a34[1], 63u32) % 41)
let v35 = a34[p_u32 % 3]
} else {
}
}
leave l27
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
