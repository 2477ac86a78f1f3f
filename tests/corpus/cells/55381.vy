// Program 55381 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55381
program conform_55381
workgroup 5, 1, 1
grid 11, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = -10
param p_u64: u64 = 18
param p_i64: i64 = -4
param p_f32: f32 = 8.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[15]
in bytes: u8[40]
uniform fixed_bool: bool[5] @axis(0)
in fixed_u32: u32[7] @cache(temporal)
uniform fixed_i32: i32[4]
uniform fixed_u64: u64[6]
uniform fixed_i64: i64[5] @cache(streaming)
in fixed_f32: f32[3]
in fixed_f64: f64[5]
uniform b10: i8[7, 2]
out b11: i64[16, 1]
inout b12: bool[15, 1]
scratch b13: atomic i32[4]
persistent b14: atomic u32[15] @align(256) @cache(random)
shared b15: u32[5]
shared b16: i64[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[60] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = p_u32
v2 /= b0[u32_at(bytes, p_u32 % 41) % 16]
v2 = v2
return u32(ceil(p_f32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_add(fixed_f32[(1488849624u32 + p_u32) % 4])
let v4 = grid_add(f64(b12[me, 0]))
let v5 = grid_min((atomic_load(b14[me]) | atomic_or(b14[me], 0u32, release, workgroup)))
let v6 = atomic_exchange(b14[me], SUM, relaxed, workgroup)
b13[v5 % 5] += ((b10[grid_size.y % 8, 1] & b10[5u32 % 8, 1]) / i32(fixed_i64[me + 0]))
b11[me, 0] += (rotr(fixed_i64[256u64 % 6], fixed_i64[v6 % 6]) ^ mulhi(p_i64, fixed_i64[me + 0]))
let v7 = grid_load(fixed_i64[(p_u32 + p_u32) % 6])
let v8 = grid_max(floor(fixed_f64[me + 2]))
for k9 in v5 % 2..2 + (abs(v5) + grid_and((fixed_bool[v5 % 6] ? 63u32 : atomic_add(b14[me], 3u32)))) % 3 {
let v10 = ((false && fixed_bool[mulhi(4294967294u32, p_u32) % 6]) ? grid_xor(b10[bits(fixed_f32[p_u32 % 4]) % 8, 1]) : (fixed_i32[(workgroup_size.x / b0[p_u32 % 16]) % 5] * 1360382036i32))
if ((fixed_i64[min(v5, v5) % 6] < v7) || workgroup_scan_xor(p_bool)) {
if b12[me, 0] {
if ((false && b12[me, 0]) && (fixed_f64[7u32 % 6] > v4)) {
b11[me, 0] = v7
b11[me, 0] = ((-b11[me, 0]) << ctz(v10))
} else {
if (max(fixed_f32[(false ? k9 : p_u32) % 4], fixed_f32[b0[2] % 4]) > f32(v4)) {
}
}
if ((fixed_bool[2147483647u32 % 6] && b12[me, 0]) & bool(u64_at(bytes, bytes[me + 1] % 41))) {
atomic_add(b13[TABLE[5] % 5], p_i32)
}
} else {
}
}
if fixed_bool[32i32 % 6] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
