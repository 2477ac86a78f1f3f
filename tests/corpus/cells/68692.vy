// Program 68692 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 68692
program conform_68692
workgroup 7, 1, 1
grid 28, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = 9
param p_u64: u64 = 7
param p_i64: i64 = -14
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[6]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[4]
in fixed_i64: i64[3]
in fixed_f32: f32[6] @align(256)
in fixed_f64: f64[6]
in b10: u8[9]
inout b11: i8[29, 3]
inout b12: u8[29]
out b13: f64[29] @range(218, 0)
persistent b14: atomic i64[4]
scratch b15: atomic i32[28]
shared b16: u32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_and(fixed_i64[rotl(fixed_u32[me + 0], fixed_i64[p_u32 % 4]) % 4])
let v1 = workgroup_iscan_or(((fixed_u32[(fixed_bool[p_u32 % 7] ? 1809012716u32 : 128u32) % 7] <= b16[here]) ^ bool(1325714659i32)))
let v2 = workgroup_iscan_or(((fixed_bool[64u32 % 7] ? b10[p_u32 % 10] : b1[me]) >> (v0 * (-1i64))))
let v3 = atomic_compare_exchange(b15[me], fixed_i32[1], 0i32, relaxed, workgroup)
atomic_add(b14[v2 % 5], clz((fixed_bool[rotr(b10[4], p_u32) % 7] ? v0 : p_i64)), acquire, device)
b13[me] = f64(u64(v1))
region "r4" {
let v5 = (abs(fixed_f32[v2 % 7]) + workgroup_max(fixed_f32[v2 % 7]))
let v6 = grid_load(fixed_f64[4294967294u32 % 7])
}
b11[me, 1] /= i32(f32(v0))
if bool((fixed_bool[5u32 % 7] && fixed_bool[(1u32 >> 32i64) % 7])) {
} else {
var a7: f64[2]
a7[p_u32 % 2] = grid_min(f64(v1))
let v8 = a7[b16[here] % 2]
var v9 = (b0[3u32 % 29] % 5 < 2)
v9 = bool(clz((v9 ? fixed_i64[2147483648u32 % 4] : fixed_i64[(fixed_bool[p_u32 % 7] ? b0[p_u32 % 29] : workgroup_size.y) % 4])))
atomic_store(b15[me], (v9 ? (-atomic_xor(b15[me], v3, relaxed, device)) : (p_bool ? v3 : p_i32)))
}
for k10 in 128u32 % 2..2 + (fixed_bool[clamp(2u32, 2147483648u32, fixed_u32[0]) % 7] ? grid_max(v2) : (b0[2147483648u32 % 29] + fixed_u32[p_u32 % 7])) % 3 {
if me <= len(b1) { b1[me] = u32(((v0 - v0) != i64(32u32))) }
var a11: bool[1]
a11[(grid_size.y * 4294967294u32) % 1] = p_bool
let v12 = a11[SUM % 1]
each i in 0..14, j in 0..2 {
if (ceil_div(fixed_u32[256u32 % 7], p_u32) % 5 == 1) { continue }
}
if (fixed_bool[k10 % 7] & bool(fixed_bool[bits(fixed_f32[p_u32 % 7]) % 7])) {
continue
}
if fixed_bool[k10 % 7] {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
