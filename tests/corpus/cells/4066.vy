// Program 4066 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4066
program conform_4066 service
workgroup 64, 1, 1
grid 192, 1, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 19
param p_u64: u64 = 26
param p_i64: i64 = -19
param p_f32: f32 = 1.25
param p_f64: f64 = -8.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[3]
uniform fixed_i32: i32[6]
uniform fixed_u64: u64[5]
in fixed_i64: i64[9] @align(4) @cache(streaming)
in fixed_f32: f32[8]
uniform fixed_f64: f64[4]
in b10: f16[7, 1]
inout b11: u64[193]
out b12: f64[191]
scratch b13: i64[193, 1] @live
out b14: i32[194, 2]
scratch b15: atomic u64[1]
inout b16: atomic u32[len(b0)]
mapped b17: u32[192]
mapped b18: i16[191]
mapped b19: atomic i32[192]
shared b20: u32[64]
shared b21: u16[64]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_max(p_i64)
let v1 = workgroup_scan_and((fixed_bool[(-64u32) % 7] ? fixed_bool[me & 1] : fixed_bool[(false ? 2147483648u32 : 128u32) % 7]))
let v2 = workgroup_scan_and((v1 ? fixed_u32[u32(p_i32) % 4] : atomic_and(b16[me], 2147483647u32, acq_rel, device)))
let v3 = atomic_exchange(b16[me], grid_size.z, acquire, device)
b19[me] = ((128i32 > (-1i32)) ? (b14[me, 1] & b14[me, 1]) : clamp(p_i32, b14[me, 1], fixed_i32[b20[here] % 7]))
let v4 = (fixed_bool[2i32 % 7] ? grid_iscan_min(v0) : grid_load(fixed_i64[p_u32 % 10]))
for k5 in 4294967295u32 - u32(u32(fixed_i32[1]) % 6)..4294967295u32 step bytes[b0[68] % 41] % 4 {
let v6 = u32((0.0f64 - fixed_f64[me & 1]))
if ((!fixed_bool[clz(v2) % 7]) || (v1 || v1)) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4 >> 32)
