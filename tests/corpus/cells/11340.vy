// Program 11340 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11340
program conform_11340 service
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 1
param p_u64: u64 = 14
param p_i64: i64 = -36
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[6]
in fixed_u64: u64[11]
uniform fixed_i64: i64[10]
in fixed_f32: f32[9]
uniform fixed_f64: f64[9]
uniform b10: i16[2, 3]
out b11: u64[len(b0), 3]
persistent b12: f64[2, 2, 3]
scratch b13: i16[1] @live
persistent b14: u16[2]
inout b15: atomic u32[2]
persistent b16: atomic i32[1]
mapped b17: f32[1] @axis(0)
mapped b18: u64[1] @align(128)
mapped b19: atomic i32[1]
shared b20: u32[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_xor(b10[me & 1, 1])
let v1 = workgroup_xor(b11[me, 1215054281u32 % 4])
let v2 = workgroup_xor(rotl((i64(lid.x) ^ fixed_i64[me & 7]), (i32(workgroup_size.z) * atomic_xor(b16[me], v0, release, system))))
atomic_store(b16[me], b13[me])
fence()
let v3 = (fixed_bool[TABLE[0] % 5] ? grid_iscan_and(u64(sqrt(fixed_f64[1757122663u32 % 10]))) : grid_scan_or((v1 >> b13[me])))
fence()
barrier grid
for k4 in 1u32 % 2..2 + grid_xor((gid.y % (~b14[me]))) % 3 {
let v5 = u64(ceil_div(v3, p_u64))
region "r6" {
if (fixed_bool[b0[0] % 5] ? fixed_bool[4294967295u32 % 5] : fixed_bool[min(74862667i32, i32(-2147483648)) % 5]) {
b18[me] += 9223372036854775808u64
} else {
block l7 {
for k8 in i32(grid_size.z) % 3..i32(k4) % 6 {
let v9 = f64(33u64)
b18[me] = popcount(b11[i64(workgroup_size.x) % 2, 1])
}
if (fixed_bool[me & 7] && bool(i32(-2147483647))) {  }
if ((fixed_bool[128i32 % 5] || fixed_bool[me & 1]) ? fixed_bool[me & 3] : (fixed_bool[me & 1] ? fixed_bool[(b14[me] * k4) % 5] : fixed_bool[(u32_at(bytes, 23) << lid.x) % 5])) {
}
if ((p_i64 & v2) > (fixed_i64[ceil_div(b15[p_u32 % 3], b0[me & 7]) % 11] + v2)) {  }
}
}
}
if bool(u32(fixed_i32[i32(1.5f32) % 7])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32)
