// Program 290 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 290
program conform_290
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = -10
param p_u64: u64 = 23
param p_i64: i64 = -12
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128] @range(101, 20) @axis(0)
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[9] @align(1) @axis(0)
in fixed_i32: i32[3] @align(1) @cache(temporal)
in fixed_u64: u64[3]
uniform fixed_i64: i64[8]
in fixed_f32: f32[3]
in fixed_f64: f64[9]
in b10: i8[7, 1] @axis(0)
out b11: u32[129] @align(16)
inout b12: i16[128, 2]
scratch b13: f32[128]
scratch b14: f64[128]
out b15: atomic i64[3]
persistent b16: atomic i32[128]
shared b17: u32[32]
shared b18: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[512] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = bool((-1.5f32 * fixed_f32[x0 % 4]))
return u32((v2 ? fixed_i64[256u32 % 9] : p_i64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_and((fixed_bool[256u32 % 9] ? fixed_u32[clamp(fixed_i32[0], 1237805321i32, p_i32) % 10] : b11[me]))
let v4 = workgroup_scan_and((fixed_bool[me + 2] ? b10[i64(4294967296i64) % 8, 0] : b10[4294967295u32 % 8, 0]))
let v5 = workgroup_scan_and(fixed_u64[me + 0])
let v6 = atomic_xor(b16[me], v4)
atomic_add(b15[(v3 * v3) % 4], ((fixed_i64[b17[here] % 9] * fixed_i64[me + 1]) >> i64(p_u64)))
let v7 = ((~fixed_i64[1i32 % 9]) + workgroup_load(b18[(workgroup_size.y ^ p_u32) % 4]))
block l8 {
if fixed_bool[p_u32 % 9] {
leave l8
}
if fixed_bool[4294967294u32 % 9] {
leave l8
}
if (!fixed_bool[bytes[p_u32 % 41] % 9]) {
leave l8
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7)
