// Program 86272 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86272
program conform_86272
workgroup 31, 1, 1
param p_grid: u32 = 1024
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 5
param p_u64: u64 = 24
param p_i64: i64 = -9
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1054]
out b1: u32[1054]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[6]
in fixed_i32: i32[11]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[10] @axis(0)
uniform fixed_f64: f64[7]
in b10: i16[7, 2]
scratch b11: i16[1054] @live
inout b12: f32[1054]
scratch b13: f32[1056] @live
persistent o14_1056: f64[, 1]
scratch b15: i16[1056, 3] @live
persistent b16: atomic i64[4] @align(256)
inout b17: atomic u32[len(b0)]
shared b18: u32[31]
shared b19: i16[31]
shared b20: atomic u32[31]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4216] @count(found)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_and(workgroup_size.x)
let v3 = i32((fixed_bool[me + 1] & p_bool))
let v4 = (rotr(TABLE[33u32 % 10], y1) + grid_add((true ? x0 : b0[me + 0])))
block l5 {
if (rotr(y1, fixed_u64[335350358u32 % 4]) > abs(y1)) {
leave l5
}
if fixed_bool[32u32 % 5] {
leave l5
}
if (min(fixed_f32[33u32 % 11], 1.5f32) <= (fixed_f32[b0[p_u32 % 1055] % 11] - fixed_f32[33u32 % 11])) {
leave l5
}
}
return ceil_div((TABLE[2147483648u32 % 10] * 828962752u32), x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1(((fixed_bool[max(128u32, 255u32) % 5] || p_bool) ? (bytes[256u32 % 41] >> fixed_u64[2u32 % 4]) : (atomic_or(b17[me], 127u32, release) | fixed_u32[me + 0])), ((fixed_f64[u64(3.0f32) % 8] >= fixed_f64[b0[p_u32 % 1055] % 8]) ? fixed_i32[u32_at(bytes, 36) % 12] : p_i32))
let v7 = subgroup_iscan_and(fixed_i64[v6 % 10])
let v8 = subgroup_iscan_or((!fixed_bool[(false ? 32i32 : 63i32) % 5]))
let v9 = subgroup_iscan_or(b18[v6 % 32])
let v10 = subgroup_iscan_or(ctz((v8 ? b19[me + 1] : b15[me, 1])))
let v11 = subgroup_iscan_or(63u64)
let v12 = subgroup_iscan_or(i64(o14_1056[me, clz(v6) % 1]))
let v13 = subgroup_iscan_xor((v9 % 2 >= 2))
let v14 = subgroup_iscan_xor(atomic_max(b17[me], v6))
let v15 = subgroup_iscan_xor(i32(lid.z))
let v16 = subgroup_iscan_xor(clz(v11))
let v17 = subgroup_iscan_xor((fixed_i64[u32_at(bytes, p_u32 % 41) % 10] * v7))
atomic_store(b17[me], (-u32(v7)))
var a18: i64[5]
a18[2] = min(v12, v7)
let v19, v20 = f2(fixed_i64[clamp(p_u32, fixed_u32[p_u32 % 7], b18[p_u32 % 32]) % 6..bits(unbits(0x8a46ed64u32)) % 14], v6 % 14)
barrier workgroup
async_copy(b19, 0, b10, (31u32 & p_u32) % 8, 21)
barrier grid
wait()
let v21 = i64(abs(b0[1001758904u32 % 1055]))
var w22 = 0
loop {
w22 += 1
if w22 > 4 { break }
var w23 = 0
loop {
w23 += 1
if w23 > 4 { break }
var w24 = 0
while w24 < 5 && bool((v14 <= 0u32)) {
w24 += 1
}
}
if v8 { break }
if fixed_bool[2u32 % 5] { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(a18[2]) + u32(v19) + u32(v20) + u32(v21)
