// Program 14263 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14263
program conform_14263
workgroup 5, 1, 1
grid 19, 1, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = 12
param p_u64: u64 = 4
param p_i64: i64 = -31
param p_f32: f32 = 3.25
param p_f64: f64 = -6.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[8]
uniform fixed_i32: i32[4] @cache(streaming)
uniform fixed_u64: u64[5]
in fixed_i64: i64[9]
in fixed_f32: f32[9]
in fixed_f64: f64[4] @align(128)
uniform b10: i8[8, 2]
persistent b11: i32[21]
out b12: f64[22, 2]
persistent b13: atomic i32[4]
inout b14: atomic u32[20]
shared b15: u32[5]
shared b16: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[80] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(3i64)
let v1 = grid_scan_and((fixed_bool[me + 1] | fixed_bool[63i32 % 8]))
let v2 = grid_scan_and(u32(b0[2052547088u32 % 21]))
let v3 = atomic_exchange(b14[me], 933306091u32, acquire)
atomic_sub(b13[v3 % 5], b10[me + 0, 1], relaxed, system)
var a4: i32[5]
a4[v2 % 5] += (fixed_i32[lane % 5] + i32(u64(v0)))
let v5 = a4[p_u32 % 5]
let v6 = workgroup_xor((bool(len(bytes)) ? atomic_or(b14[me], 0u32, acq_rel, workgroup) : (atomic_and(b14[me], v2, acquire, workgroup) % TABLE[v2 % 10])))
barrier grid
a4[abs(wid.y) % 5] = grid_min((-7i32))
if (u32(fixed_f64[i32(1.0f32) % 5]) % 2 == 2) {
atomic_and(b13[(p_u32 % v2) % 5], i32((b1[me] % 5 != 2)), acq_rel)
} else {
for k7 in (2147483647u32 / bytes[2]) % 2..2 + grid_xor(v2) % 3 step 0 {
if ((p_bool != fixed_bool[u32(2.5f64) % 8]) && grid_and(v1)) {
let v8 = workgroup_scan_max(v5)
let v9 = ((v8 | a4[v2 % 6]) + grid_iscan_min(b10[p_u32 % 9, 1]))
b1[me] = u32(bool(v1))
barrier grid
barrier grid
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6)
