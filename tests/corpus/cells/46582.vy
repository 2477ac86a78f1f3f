// Program 46582 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46582
program conform_46582
workgroup 64, 1, 1
grid 243, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = 0
param p_u64: u64 = 18
param p_i64: i64 = -28
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[6]
uniform fixed_i32: i32[9]
in fixed_u64: u64[4]
uniform fixed_i64: i64[8]
in fixed_f32: f32[6]
uniform fixed_f64: f64[7] @cache(streaming) @axis(0)
in b10: u8[9, 2]
inout b11: u64[len(b0)]
persistent o12_514: u8[, 2]
inout b13: atomic i32[2]
out b14: atomic u32[256]
shared b15: u32[64]
shared b16: u16[64]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_or(u32(128u64))
let v1 = workgroup_iscan_or(p_i32)
let v2 = workgroup_iscan_or(fixed_u64[v0 % 5])
let v3 = atomic_compare_exchange(b14[me], v0, b1[me])
block l4 {
for k5 in (fixed_bool[v3 % 11] ? fixed_i64[v3 % 9] : fixed_i64[b10[p_u32 % 10, 1] % 9]) % 3..i64(128i64) % 6 {
b13[v3 % 3] += (i32(2u64) * v1)
if ((p_bool ^ p_bool) & fixed_bool[(~k5) % 11]) { break }
}
let v6 = (bool(fixed_bool[(31u32 + b0[208]) % 11]) ? grid_min((v1 * (-2i32))) : grid_load(fixed_i32[fixed_i32[2] % 10]))
b15[here] = v0
}
let v7 = grid_or(v3)
block l8 {
if (fixed_bool[me + 2] ^ (fixed_bool[me + 1] ^ fixed_bool[me + 1])) {  }
}
each k9 in 2070464617i32 % 3..min(fixed_i32[u64_at(bytes, p_u32 % 41) % 10], fixed_i32[u32_at(bytes, 5) % 10]) % 8, k10 in b0[(v3 * 63u32) % 257] % 3..rotr(7u32, fixed_u64[u32(18446744073709551615u64) % 5]) % 4 {
b11[me] = ((p_u64 ^ fixed_u64[clamp(k10, b14[p_u32 % 257], v7) % 5]) % (5u64 + v2))
if ((fixed_i64[k10 % 9] + fixed_i64[b0[226] % 9]) > (p_i64 * fixed_i64[v7 % 9])) { continue }
atomic_sub(b13[b10[p_u32 % 10, 1] % 3], clamp(fixed_i32[v0 % 10], rotr(fixed_i32[fixed_i64[2] % 10], v3), i32(fixed_i32[fixed_i32[3] % 10])))
b11[me] *= ((fixed_bool[u32(unbits(0x6009daf7u32)) % 11] ? v2 : v2) - 4294967296u64)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v7)
