// Program 86320 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86320
program conform_86320
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = 12
param p_u64: u64 = 27
param p_i64: i64 = -35
param p_f32: f32 = 5.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[14]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[6]
in fixed_i32: i32[6]
uniform fixed_u64: u64[7]
uniform fixed_i64: i64[5]
in fixed_f32: f32[7]
uniform fixed_f64: f64[10]
in b10: i16[4, 3]
out b11: u16[16, 1] @cache(streaming)
scratch b12: f32[16]
out b13: u32[13]
scratch b14: atomic i32[1]
inout b15: atomic i32[14]
shared b16: u32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_xor((u64(fixed_i64[0i64 % 6]) * (p_u64 & fixed_u64[32u32 % 8])))
let v1 = subgroup_xor(p_i64)
let v2 = subgroup_scan_add(u32((atomic_compare_exchange(b15[me], (-1i32), 128i32, relaxed, workgroup) ^ fixed_i32[64u32 % 7])))
let v3 = subgroup_scan_add(fixed_i32[4294967295u32 % 7])
let v4 = subgroup_scan_add(clz(v0))
let v5 = subgroup_scan_add(reverse(reverse(fixed_i64[me + 1])))
let v6 = subgroup_scan_min(fixed_u32[p_u32 % 7])
let v7 = subgroup_scan_min(((-1i32) * v3))
let v8 = subgroup_scan_min(fixed_u64[u32(63u32) % 8])
let v9 = subgroup_scan_min((false ? v1 : fixed_i64[v2 % 6]))
let v10 = subgroup_scan_max(u32_at(bytes, b1[me] % 41))
let v11 = atomic_or(b15[me], v7, acquire, device)
let v12 = workgroup_add(ctz((v5 % v1)))
block l13 {
let v14 = (rotr(v1, v7) + grid_scan_min(i64(fixed_u64[u32(v4) % 8])))
if (b0[1u32 % 15] % 4 >= 2) {
leave l13
}
if p_bool {
leave l13
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
