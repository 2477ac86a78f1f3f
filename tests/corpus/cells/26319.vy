// Program 26319 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 26319
program conform_26319 service
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 1
param p_i32: i32 = -13
param p_u64: u64 = 25
param p_i64: i64 = -15
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33] @cache(temporal)
out b1: u32[33]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[7]
in fixed_i32: i32[11]
uniform fixed_u64: u64[11]
in fixed_i64: i64[5]
uniform fixed_f32: f32[8]
uniform fixed_f64: f64[6] @align(4)
in b10: i16[5, 3]
scratch b11: u8[34] @live
out b12: i32[34, 1] @cache(random)
scratch b13: i32[33, 3] @live
inout b14: atomic u32[2]
inout b15: atomic u32[33]
mapped b16: u64[33]
mapped b17: u16[32]
mapped b18: atomic u64[33]
shared b19: u32[1]
shared b20: i64[1]
shared b21: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(p_i64)
let v1 = workgroup_iscan_add(u32(fixed_f64[u32(true) % 7]))
let v2 = workgroup_iscan_add(mulhi(fixed_i32[v1 % 12], fixed_i32[me & 7]))
let v3 = atomic_exchange(b15[me], v1, acq_rel, workgroup)
pause()
let v4 = ((fixed_f32[b0[26] % 9] > fixed_f32[p_u32 % 9]) ? workgroup_or(rotr(b10[me & 7, lid.x % 3], (u64_at(bytes, v3 % 41) - fixed_u64[v1 % 12]))) : workgroup_load(b10[rotl(p_u32, 255i64) % 6, b0[24] % 3]))
let v5 = (true ? grid_broadcast(((fixed_bool[p_u32 % 6] ? p_u64 : b16[me]) + b16[me]), 3u32 % 34) : grid_or(abs(256u64)))
b11[me] += v1
each i in 0u32..33 {
atomic_sub(b14[v3 % 3], u32(fixed_bool[u32(fixed_f64[p_u32 % 7]) % 6]), relaxed, device)
}
if ((fixed_i64[31i32 % 6] == 5i64) && (b0[p_u32 % 34] % 3 >= 1)) {
for k7 in -2..2 {
if fixed_bool[64u32 % 6] {
continue
}
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
