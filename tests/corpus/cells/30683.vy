// Program 30683 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30683
program conform_30683
workgroup 64, 1, 1
grid 253, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = -13
param p_u64: u64 = 18
param p_i64: i64 = -7
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[3]
in fixed_u64: u64[6]
uniform fixed_i64: i64[11]
in fixed_f32: f32[7]
in fixed_f64: f64[5]
in b10: i16[4, 3] @cache(streaming)
inout b11: i32[258, 2]
scratch b12: f64[257, 1] @align(64)
inout o13_258: f64[]
inout b14: i64[258, 1]
inout b15: atomic u32[3]
inout o16_256: atomic i32[]
shared b17: u32[64]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_max(p_u64)
let v1 = grid_iscan_max(fixed_i64[me & 3])
let v2 = grid_iscan_and((fixed_bool[me & 1] || true))
let v3 = atomic_xor(o16_256[me], 128i32)
atomic_sub(b15[u32(v2) % 4], ((atomic_compare_exchange(o16_256[me], v3, v3) >= p_i32) ? (v2 ? b17[here] : p_u32) : (4294967295u32 * b0[me + 1])))
if ((b0[b0[p_u32 % 257] % 257] >= p_u32) && grid_xor(v2)) {
if bool(p_bool) {
b11[me, 1] += reverse((o16_256[me] << 63i32))
var v4 = (fixed_bool[workgroup_size.y % 10] ? workgroup_scan_min(fixed_u64[me & 1]) : workgroup_and(u64((~grid_size.y))))
v4 += workgroup_scan_xor(u64((v2 ? fixed_i64[me & 7] : p_i64)))
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3)
