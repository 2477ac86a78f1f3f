// Program 55465 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55465
program conform_55465
workgroup 64, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 4
param p_u64: u64 = 4
param p_i64: i64 = -14
param p_f32: f32 = 0.25
param p_f64: f64 = -5.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[5]
in fixed_i32: i32[7]
uniform fixed_u64: u64[5] @axis(0)
in fixed_i64: i64[9]
in fixed_f32: f32[11]
in fixed_f64: f64[5]
in b10: u16[7]
scratch b11: i32[66, 3] @live
out b12: u32[65]
persistent b13: i32[63]
persistent b14: bool[64, 3]
persistent b15: atomic u32[3]
scratch b16: atomic i32[64] @align(2)
shared b17: u32[64]
shared b18: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or((b14[me, 1559802787u32 % 3] && fixed_bool[63u32 % 9]))
let v1 = grid_scan_or(b10[33u32 % 8])
let v2 = grid_scan_or((fixed_i32[p_u32 % 8] >> 1009022054u64))
let v3 = atomic_or(b16[me], v2, acquire)
let v4 = ((false && fixed_bool[u32(0i64) % 9]) ? workgroup_add(f32(i32(v2))) : workgroup_load(fixed_f32[1158029108u32 % 12]))
b15[127u32 % 4] += (v1 | (~b10[63u64 % 8]))
if grid_and(((v0 ^ v0) || bool(p_i64))) {
let v5 = grid_broadcast(min(f32(unbits(0x7ff0000000000000u64)), (true ? v4 : p_f32)), b0[35] % 65)
barrier grid
} else {
b11[me, u32(-3.0f64) % 3] = grid_xor(v3)
if grid_xor(((v4 <= v4) ? bool(v4) : false)) {
let v6 = (rotr(fixed_i64[v1 % 10], u64_at(bytes, v1 % 41)) << mulhi(clz(v1), (v1 % v1)))
b1[me] += v1
}
}
let v7 = (bool(fixed_f32[(true ? 2147483647u32 : 363483581u32) % 12]) ? i64(fixed_f64[4294967296u64 % 6]) : (fixed_i64[2147483648u32 % 10] + fixed_i64[rotl(0u32, 32i64) % 10]))
barrier workgroup
async_copy(b17, 0, b0, b10[1] % 65, u32(1676830306u64) % 65)
barrier grid
wait()
region "r8" {
let v9 = grid_max(v4)
b1[me] += (false ? workgroup_min(v1) : (v0 ? v1 : v1))
let v10 = grid_broadcast(fixed_i64[me + 2], grid_size.x % 65)
atomic_store(b16[me], reverse(rotl(p_i32, 31u32)))
}
var v11 = workgroup_broadcast(floor(fixed_f64[b18[0] % 6]), 1u32 % 65)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v7) + u32(v11)
