// Program 57 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 57
program conform_57
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = -17
param p_u64: u64 = 28
param p_i64: i64 = -1
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[3] @cache(streaming)
uniform fixed_u32: u32[9] @align(32)
uniform fixed_i32: i32[11]
in fixed_u64: u64[7]
uniform fixed_i64: i64[9]
in fixed_f32: f32[6]
in fixed_f64: f64[8]
in o10_4: u8[, 2]
scratch b11: u16[33] @live
out b12: bool[31]
inout b13: i8[31, 3]
scratch b14: i64[33] @live
out b15: atomic u32[2]
out b16: atomic i64[32] @range(110, 145) @align(4) @cache(streaming)
shared b17: u32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2048] @count(found)
out t_n: atomic i32[32]
out t_y: u32[32]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_max(t_n[me], 2) != 2 || t_y[me] < 6 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 14 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = grid_iscan_max(b0[me + 2])
let v1 = grid_iscan_max(fixed_i32[(v0 % p_u32) % 12])
let v2 = grid_iscan_max(p_u64)
let v3 = atomic_and(b16[me], fixed_i64[me & 3], relaxed, workgroup)
barrier grid
let v4 = clamp(clz(abs(o10_4[me & 1, (v0 & v0) % 2])), (p_u32 - rotl(v0, b0[me + 1])), (u32_at(bytes, p_u32 % 41) >> mulhi(v2, v2)))
each k5 in fixed_i64[u32_at(bytes, 26) % 10] % 3..(v3 | v3) % 3, k6 in i64(workgroup_size.z) % 3..fixed_i64[u32(true) % 10] % 5, k7 in fixed_i64[p_i64 % 10] % 3..18 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(v4)
