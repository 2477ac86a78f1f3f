// Program 9970 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9970
program conform_9970
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = 2
param p_u64: u64 = 21
param p_i64: i64 = -17
param p_f32: f32 = 7.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[3]
uniform fixed_i32: i32[5]
in fixed_u64: u64[6]
in fixed_i64: i64[7]
in fixed_f32: f32[9]
uniform fixed_f64: f64[7]
in b10: i8[5, 2]
scratch b11: i16[129, 3]
out b12: i64[len(b0)]
scratch b13: i32[128, 3] @live
scratch b14: atomic u64[4] @live
out b15: atomic i64[128] @range(138, 801)
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_or(u32((y1 / 32i32)))
let v3 = fixed_u64[b0[p_u32 % 129] % 7]
var w4 = 0
loop {
w4 += 1
if w4 > 1 { break }
if ((v2 + x0) % 5 == 2) {
} else if (v2 % 4 >= 1) {
}
if bool(bits(fixed_f64[u32(5i64) % 8])) {
continue
}
}
return b0[u32(b10[p_u32 % 6, 1]) % 129]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(TABLE[p_u32 % 10], ((fixed_bool[256u32 % 10] | false) ? i32(fixed_u64[(workgroups.x - 1u32) % 7]) : (fixed_bool[2147483648u32 % 10] ? fixed_i32[2147483647u32 % 6] : fixed_i32[4294967294u32 % 6])))
let v6 = workgroup_scan_min(fixed_i64[me + 0])
let v7 = workgroup_scan_max(u32(b16[here]))
let v8 = workgroup_scan_max(i32(v6))
let v9 = atomic_xor(b15[me], v6, acquire, system)
let v10 = grid_broadcast(fixed_u64[rotl(fixed_i32[4], 18446744073709551615u64) % 7], 7u32 % 129)
if ((true || fixed_bool[mulhi(7u32, b0[p_u32 % 129]) % 10]) ? fixed_bool[u32(16777217.0f32) % 10] : (p_u64 == v10)) {
b11[me, 1] += b11[(me * 5 + 3) % 129, 1] + grid_max((v8 & fixed_i32[256u32 % 6]))
let v11 = (fixed_bool[(false ? p_u32 : bytes[10]) % 10] ? fixed_bool[fixed_i64[p_u32 % 8] % 10] : bool(fixed_i32[0u32 % 6]))
for k12 in p_u32 % 2..2 + (bytes[u32(31u32) % 41] | b0[u32_at(bytes, 30) % 129]) % 3 {
atomic_add(b14[v7 % 5], ((v11 ? p_u64 : fixed_u64[u32(p_f64) % 7]) * (fixed_u64[p_u32 % 7] * fixed_u64[k12 % 7])), acquire, system)
b11[me, v7 % 3] = (max(v8, v8) + grid_add(v8))
if (bool(fixed_bool[k12 % 10]) ? v11 : true) {
barrier grid
barrier grid
break
}
}
b11[me, 1] += clamp(fixed_i32[b1[me] % 6], (p_i32 - v8), i32(v6))
barrier grid
}
var w13 = 0
while w13 < 4 && ((fixed_bool[v5 % 10] | fixed_bool[p_u32 % 10]) ? p_bool : (fixed_f32[v7 % 10] < fixed_f32[me + 0])) {
w13 += 1
b16[here] += (((fixed_f32[u32(v5) % 10] <= fixed_f32[me + 0]) ? bool(v8) : (fixed_bool[u32_at(bytes, 35) % 10] && fixed_bool[me + 2])) ? (bool(fixed_f32[bits(fixed_f32[p_u32 % 10]) % 10]) ? (false ? SUM : v5) : u32(b1[me])) : 0u32)
var v14 = ceil_div((-b16[here]), (b16[here] >> 2147483647u32))
if fixed_bool[me + 2] { continue }
}
fixpoint k16 in 2..3 {
if (ctz(p_u32) % 5 == 2) { again }
if k16 < 4 && fixed_bool[k16 % 10] { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
