// Program 40293 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 40293
program conform_40293
workgroup 16, 3, 1
grid 16, 6, 1
param p_bool: bool = true
param p_u32: u32 = 20
param p_i32: i32 = -13
param p_u64: u64 = 9
param p_i64: i64 = -32
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @axis(0)
out b1: u32[96]
in bytes: u8[40] @cache(temporal)
uniform fixed_bool: bool[3]
in fixed_u32: u32[3]
in fixed_i32: i32[5]
in fixed_u64: u64[5]
uniform fixed_i64: i64[11] @align(8)
uniform fixed_f32: f32[4]
in fixed_f64: f64[9]
in b10: i16[9, 1]
persistent b11: bool[96]
scratch b12: f32[96] @axis(0)
inout b13: i8[97, 3]
inout b14: atomic i32[4]
out b15: atomic i64[96] @cache(temporal)
shared b16: u32[48] @axis(0)
shared b17: bool[48]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_add(b0[me & 1])
let v3 = grid_load(b15[p_u32 % 97])
var w4 = 0
loop {
w4 += 1
if w4 > 2 { break }
if (u32(fixed_i64[b0[66] % 12]) % 3 < 2) {
break
}
if (b0[2066901093u32 % 97] % 2 < 2) {
continue
}
if fixed_bool[1065022033u32 % 4] {
break
}
}
return rotr((~v2), i64(fixed_f32[3u32 % 5]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(bits(f32(i32(lid.x))), i32(clamp(fixed_u64[u32_at(bytes, p_u32 % 41) % 6], fixed_u64[4294967295u32 % 6], fixed_u64[31i32 % 6])))
let v6 = grid_iscan_add(127u32)
let v7 = grid_iscan_add(fixed_i32[me & 1])
let v8 = grid_iscan_add(u64_at(bytes, v5 % 41))
let v9 = atomic_add(b15[me], (-1i64))
var a10: u32[3]
a10[1] = a10[b16[here] % 4]
let v11, v12 = f2(a10, v5 % 14)
f3(b1[me..me + 2], (~u32(fixed_u64[fixed_i32[me & 3] % 6])))
b15[me] = i64(b11[me + 0])
if ((fixed_bool[p_u32 % 4] | fixed_bool[p_u32 % 4]) || fixed_bool[1u32 % 4]) {
region "r13" {
b16[here] = (v11 << min(v9, atomic_load(b15[me])))
let v14 = ((fixed_f64[(true ? 2147483648u32 : b0[68]) % 10] != fixed_f64[4294967294u32 % 10]) ? workgroup_or(v11) : workgroup_max((true ? u32(fixed_u64[me & 7]) : ceil_div(v11, p_u32))))
}
barrier workgroup
barrier workgroup
}
var v15 = fixed_f32[358694917u32 % 5]
v15 += sqrt(f32((fixed_bool[p_u32 % 4] ? fixed_i32[abs(p_u32) % 6] : 1128136483i32)))
b15[me] = (max(v9, v9) * v9)
let v16 = ((1607104536u32 % 2 == 2) && grid_or(bool(v11)))
let v17 = ((fixed_f64[TABLE[p_u32 % 10] % 10] < 2.5f64) ? workgroup_add(fixed_f64[me & 7]) : workgroup_load(fixed_f64[2147483648u32 % 10]))
b13[me, 1] += i32(b17[me & 7])
block l18 {
if me < 96 { b13[me, 1] -= v7 }
if ((fixed_bool[2147483648u32 % 4] ? v16 : v16) ? (v16 | false) : fixed_bool[31i64 % 4]) {
leave l18
}
if ((33u64 <= u64_at(bytes, p_u64 % 41)) ? (fixed_bool[b0[40] % 4] ? v16 : v16) : bool(p_u32)) {
leave l18
}
var v19 = (rotl((p_bool ? 0u64 : fixed_u64[128u32 % 6]), clamp(b0[ceil_div(p_u32, p_u32) % 97], fixed_u32[2147483648u32 % 4], p_u32)) + u64(127i32))
v19 = (bool((v19 - v19)) ? reverse(u64(fixed_bool[v19 % 4])) : abs(u64(fixed_f64[fixed_u64[4] % 10])))
if subgroup % 2 != 1 {
leave l18
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(a10[1]) + u32(v11) + u32(v12) + u32(bits(v15)) + u32(v16) + u32(bits(v17) >> 32)
