// Program 161 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 161
program conform_161
workgroup 33, 1, 1
grid 69, 1, 1
param p_bool: bool = true
param p_u32: u32 = 13
param p_i32: i32 = -20
param p_u64: u64 = 21
param p_i64: i64 = -22
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99] @axis(0)
in bytes: u8[40] @axis(0)
in fixed_bool: bool[6]
uniform fixed_u32: u32[3]
uniform fixed_i32: i32[6]
in fixed_u64: u64[4]
in fixed_i64: i64[5]
uniform fixed_f32: f32[6]
in fixed_f64: f64[7] @axis(0)
in b10: i16[3, 2]
persistent b11: f32[99, 3]
inout b12: i16[99, 1] @cache(random)
out b13: u8[100] @range(78, 0)
scratch b14: atomic i64[1]
inout b15: atomic u64[99]
shared b16: u32[33]
shared b17: bool[33]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (fixed_bool[me + 0] ? (x0 >= clamp(TABLE[x0 % 10], x0, p_u32)) : fixed_bool[2147483647u32 % 7])
v2 = bool((v2 ? fixed_f64[1u32 % 8] : fixed_f64[b13[me] % 8]))
var a3: u32[5]
a3[p_u32 % 6] /= popcount(rotr(a3[a3[p_u32 % 6] % 6], fixed_i64[u32_at(bytes, p_u32 % 41) % 6]))
let v4 = a3[x0 % 5]
if (reverse(y1) == y1) {
} else {
}
return 181822548u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_iscan_max(fixed_i64[abs(p_u32) % 6])
let v6 = workgroup_iscan_and(b17[here])
let v7 = workgroup_iscan_and(b13[me])
let v8 = atomic_exchange(b15[me], p_u64, acquire, system)
atomic_add(b14[b13[me] % 2], ((v6 ? v5 : v5) - 1i64))
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8)
