// Program 61849 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 61849
program conform_61849
workgroup 8, 4, 1
grid 8, 16, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = 6
param p_u64: u64 = 36
param p_i64: i64 = -17
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128] @range(190, 40)
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[10]
in fixed_i32: i32[11]
uniform fixed_u64: u64[9]
in fixed_i64: i64[3]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: i16[3, 2]
out b11: u32[128, 1]
out b12: i64[128, 2] @range(566, 416)
inout b13: atomic u64[4]
out b14: atomic i64[128]
shared b15: u32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(i64(b15[here]))
let v1 = grid_scan_and(fixed_bool[2147483648u32 % 12])
let v2 = grid_scan_and(b15[here])
let v3 = atomic_exchange(b14[me], p_i64)
barrier grid
if ((true ? fixed_bool[2u32 % 12] : p_bool) ? grid_any(v1) : fixed_bool[rotr(b0[p_u32 % 129], 128i32) % 12]) {
b13[b11[36, 0] % 5] += fixed_u64[fixed_u64[p_u32 % 10] % 10]
var v4 = (p_u32 + workgroup_load(bytes[p_u32 % 41]))
} else {
let v5 = ((fixed_i64[2000736878i32 % 4] < fixed_i64[127u32 % 4]) ? workgroup_min(b1[me]) : (p_u32 | u32_at(bytes, (-128u32) % 41)))
let v6 = workgroup_load(fixed_f32[b0[p_u32 % 129] % 6])
}
barrier workgroup
block l7 {
var v8 = clz(v3)
if bool((1834077773i32 << v2)) {  }
if (ceil_div(fixed_u64[v2 % 10], fixed_u64[(fixed_bool[p_u32 % 12] ? bytes[p_u32 % 41] : p_u32) % 10]) <= 7u64) {
let v9 = v1
} else if ((v2 | fixed_u32[b1[me] % 11]) % 5 != 2) {
} else {
}
if ((-v2) % 5 < 2) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
