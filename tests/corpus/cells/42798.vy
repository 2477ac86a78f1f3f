// Program 42798 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 42798
program conform_42798
workgroup 32, 1, 1
grid 65, 1, 1
param p_bool: bool = false
param p_u32: u32 = 1
param p_i32: i32 = -7
param p_u64: u64 = 31
param p_i64: i64 = -18
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[4] @cache(random)
in fixed_u32: u32[5] @axis(0)
uniform fixed_i32: i32[7] @axis(0)
in fixed_u64: u64[8]
in fixed_i64: i64[7]
uniform fixed_f32: f32[3]
in fixed_f64: f64[4] @align(16)
in b10: u8[8, 2]
inout b11: i32[97]
out b12: u64[97]
out b13: u64[96]
out b14: atomic i64[2]
inout b15: atomic i64[96]
shared b16: u32[32] @align(128)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = u64((bool(fixed_f64[b10[5, 1] % 5]) ? fixed_bool[b0[82] % 5] : fixed_bool[x0 % 5]))
v2 = (true ? max(1807419838u64, v2) : u64(fixed_f32[b0[p_u32 % 97] % 4]))
v2 += (max(u64_at(bytes, b10[p_u32 % 9, 1] % 41), p_u64) % max(2u64, 9223372036854775808u64))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_xor(b10[547279281u32 % 9, 1])
let v4 = workgroup_scan_xor(p_i32)
let v5 = workgroup_scan_xor((b12[me] | b13[me]))
let v6 = atomic_compare_exchange(b15[me], 2i64, (-1i64))
atomic_sub(b14[127u32 % 3], v6, relaxed)
var v7 = min(2147483647u32, (b10[len(b0) % 9, 1] / b0[(5u32 >> p_u64) % 97]))
if bool(fixed_f32[128i64 % 4]) {
atomic_add(b14[b10[3, 1] % 3], rotr((v6 + v6), v4))
let v8 = u32_at(bytes, v3 % 41)
}
block l9 {
b13[me] = (fixed_bool[1u32 % 5] ? grid_iscan_or(v5) : (v5 * 256u64))
var v10 = grid_load(fixed_f32[p_u32 % 4])
}
b16[here] += grid_iscan_max((v7 % v7))
b11[me] = (fixed_bool[133673013i32 % 5] ? grid_scan_add(abs(p_i32)) : (fixed_i32[(false ? v3 : v7) % 8] * b11[me]))
b16[here] = (fixed_bool[b10[p_u32 % 9, 1] % 5] ? b10[v7 % 9, 1] : b10[(true ? bytes[p_u32 % 41] : 5u32) % 9, 1])
var w11 = 4
while w11 > 0 && (w11 % 3 == 2 || (bool(fixed_i64[bytes[p_u32 % 41] % 8]) ? grid_xor(p_bool) : (fixed_i64[u32(16777217.0f64) % 8] != fixed_i64[64u32 % 8]))) {
w11 -= 1
if me < len(b1) { b11[me] += i32(reverse((32i32 - v4))) }
if (!bool(fixed_bool[p_u32 % 5])) {
break
}
if (ceil_div(b0[p_u32 % 97], v7) % 4 != 2) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
