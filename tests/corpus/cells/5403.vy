// Program 5403 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5403
program conform_5403 service
workgroup 64, 1, 1
grid 227, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = -8
param p_u64: u64 = 2
param p_i64: i64 = -27
param p_f32: f32 = 6.25
param p_f64: f64 = -3.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @axis(0)
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[3] @align(8)
uniform fixed_u32: u32[11] @axis(0)
in fixed_i32: i32[8]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
uniform fixed_f32: f32[8]
uniform fixed_f64: f64[8]
in o10_7: i8[]
scratch b11: i32[256]
scratch b12: bool[257, 1, 1]
scratch b13: i8[256] @live @cache(temporal)
inout o14_256: i16[]
scratch b15: u64[257] @live
out b16: atomic i32[1]
scratch b17: atomic u32[256] @live
mapped b18: u16[256]
mapped b19: bool[256]
mapped b20: atomic i32[256]
shared b21: u32[64]
shared b22: i32[64]
shared b23: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_min(p_i32)
let v1 = grid_scan_min(fixed_u64[128u32 % 9])
let v2 = grid_scan_min(p_i64)
let v3 = atomic_and(b17[me], p_u32)
barrier workgroup
async_copy(b22, 0, fixed_i32, (1u32 ^ b0[98]) % 9, 37)
wait()
b16[v3 % 2] -= rotl(min(v0, v0), v1)
barrier workgroup
async_copy(b21, 0, b0, (fixed_bool[p_u32 % 4] ? b0[252] : 7u32) % 257, 36)
wait()
let v4 = ((fixed_bool[(2u32 & 31u32) % 4] ^ fixed_bool[b0[128] % 4]) ? workgroup_broadcast((v3 % 3 >= 2), 63u32 % 65) : workgroup_all(p_bool))
atomic_sub(b16[(v3 / 1797637988u32) % 2], (reverse(o14_256[me]) & abs(fixed_i32[me & 1])), acq_rel, workgroup)
var w5 = 0
while w5 < 4 && bool(max(o10_7[33u32 % 8], fixed_i32[2i64 % 9])) {
w5 += 1
if ((b12[me, 0, 0] ? fixed_f32[me & 7] : fixed_f32[v3 % 9]) > trunc(p_f32)) { continue }
}
barrier workgroup
var v6 = grid_add((b12[me, 0, 0] ? p_u64 : b15[me]))
var v7 = abs((~o10_7[(1u32 / TABLE[0]) % 8]))
v7 = ((fixed_bool[u32(593108511i64) % 4] ? v7 : v7) + grid_min(p_i32))
v7 <<= grid_add((-popcount(p_i32)))
if ((b0[b0[126] % 257] < b0[i32(7u64) % 257]) ? fixed_bool[p_u32 % 4] : (fixed_f64[2147483648u32 % 9] > fixed_f64[7i64 % 9])) {
each i in 0u32..256 {
if ((v2 <= v2) || bool(i)) { continue }
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(v4) + u32(v6 >> 32) + u32(v7)
