// Program 49158 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 49158
program conform_49158
workgroup 1, 1, 9
grid 3, 1, 27
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = 19
param p_u64: u64 = 7
param p_i64: i64 = -15
param p_f32: f32 = 4.25
param p_f64: f64 = -3.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[81]
out b1: u32[81]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[9]
in fixed_i32: i32[11]
in fixed_u64: u64[5]
uniform fixed_i64: i64[3]
uniform fixed_f32: f32[5]
in fixed_f64: f64[4]
in o10_1: i16[, 1]
inout b11: i16[len(b0)]
scratch b12: u64[81, 3]
persistent b13: i64[82]
out b14: f64[82, 3] @range(116, 150)
inout b15: bool[83]
persistent b16: atomic i32[3] @cache(streaming) @axis(0)
scratch b17: atomic i32[81] @live
shared b18: u32[9] @align(2)
shared b19: i16[9]
shared b20: atomic u64[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_or(clz(b13[me]))
let v1 = grid_iscan_xor((fixed_bool[(0i32 + 726099168i32) % 10] && (33u32 % 2 != 2)))
let v2 = grid_iscan_xor(u32(fixed_u64[me + 0]))
b17[me] = fixed_i32[me + 1]
var a3: i64[3]
a3[1] = p_i64
let v4, v5 = f2(fixed_i64[v2 % 6..64u32 % 14], (b18[here] + v2) % 14)
f3(b1[me..me + 2], ((v2 ^ b0[me + 0]) / ceil_div(b18[here], v5)))
barrier workgroup
async_copy(b19, 1, o10_1, u32(true) % 2, u32(256i64) % 10)
wait()
let v6 = (bool(p_i32) ? workgroup_xor(u32(p_bool)) : workgroup_iscan_or((bool(9223372036854775807i64) ? p_u32 : (128u32 & b0[v2 % 82]))))
b11[me] = (bool(p_i64) ? workgroup_scan_xor(fixed_i32[me + 0]) : workgroup_xor(clz(i32(b15[me]))))
b11[me] = i32(len(b0))
block l7 {
atomic_add(b16[p_u32 % 4], ctz(rotr(2147483647i32, fixed_u64[1473347199u32 % 6])))
block l8 {
let v9 = grid_scan_or(b1[me])
barrier grid
if bool((fixed_f64[2u32 % 5] - fixed_f64[255u32 % 5])) {
let v10 = grid_or(v1)
barrier grid
leave l8
}
if (u32_at(bytes, clz(128u32) % 41) % 3 >= 1) {
barrier grid
leave l8
}
barrier grid
}
region "r11" {
a3[v2 % 4] += v4
}
if ((0.0f32 >= fixed_f32[fixed_u64[p_u32 % 6] % 6]) ^ fixed_bool[p_u32 % 10]) {
b11[me] += grid_iscan_add(965273980i32)
leave l7
}
}
let v12 = grid_scan_xor(u64_at(bytes, b18[here] % 41))
if me < 81 { b14[me, ctz(b18[p_u32 % 10]) % 3] += (f64(b19[here]) / fixed_f64[SUM % 5]) }
var v13 = i64(f64(b0[u32(31u32) % 82]))
let v14 = ((fixed_f32[b18[p_u32 % 10] % 6] == fixed_f32[(v5 - b18[p_u32 % 10]) % 6]) ? p_f64 : max(unbits(0x5ead28939d9e194eu64), fixed_f64[me + 1]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(a3[1]) + u32(v4) + u32(v5) + u32(v6) + u32(v12) + u32(v13) + u32(v14)
