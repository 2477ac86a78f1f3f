// Program 16408 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16408
program conform_16408
workgroup 7, 1, 1
grid 10, 1, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = 19
param p_u64: u64 = 39
param p_i64: i64 = -7
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[14]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[5]
uniform fixed_i32: i32[4]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
in fixed_f32: f32[10]
uniform fixed_f64: f64[8]
in b10: u8[1, 2]
scratch b11: u8[14]
persistent b12: u32[16, 1, 2] @cache(streaming)
out b13: i8[14, 2]
persistent o14_28: i16[, 2]
out b15: f64[14, 3] @range(61, 48)
inout b16: atomic u32[2]
persistent b17: atomic u32[14]
shared b18: u32[7]
shared b19: u8[7]
shared b20: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_xor(fixed_bool[u32(128i64) % 7])
let v1 = subgroup_xor(atomic_or(b17[me], 4294967295u32, release))
let v2 = subgroup_xor((b13[me, 2u32 % 2] * fixed_i32[me & 1]))
let v3 = subgroup_xor(fixed_u64[v1 % 9])
let v4 = subgroup_xor(rotr(fixed_i64[me & 1], v2))
let v5 = subgroup_scan_add(u32((v0 ? (-1i64) : v4)))
let v6 = subgroup_scan_add((7i32 - 2147483647i32))
let v7 = subgroup_scan_add(v3)
let v8 = subgroup_scan_add(fixed_i64[me & 7])
let v9 = subgroup_scan_min(clamp(p_u32, v1, v5))
let v10 = subgroup_scan_min((-(v2 & p_i32)))
let v11 = atomic_exchange(b17[me], v9, relaxed, system)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 4294967295u32 % 8)
wait()
block l12 {
barrier grid
if (true && subgroup_iscan_or((i32(lid.y) == v6))) {
leave l12
}
atomic_store(b17[me], b0[bytes[me + 1] % 15])
if me % 2 == 1 {
leave l12
}
}
let v13 = ((!fixed_bool[2u32 % 7]) ? grid_add(fixed_f32[p_u32 % 11]) : grid_load(fixed_f32[TABLE[0] % 11]))
let v14 = (bool(b0[4294967294u32 % 15]) ? grid_or((rotr(v5, atomic_load(b17[me])) - b19[here])) : grid_add(((p_bool ? 0u32 : v1) + v5)))
b12[me, 0, 0] >>= i32((v4 + min(1i64, 577507450i64)))
block l15 {
barrier workgroup
async_copy(b19, 1, bytes, b0[9] % 41, b10[p_u32 % 2, 1] % 8)
barrier grid
wait()
if bool(fixed_f32[p_u32 % 11]) {
barrier workgroup
leave l15
}
if (bool(v14) || bool(fixed_i64[(v14 >> fixed_i64[p_u32 % 4]) % 4])) {
barrier workgroup
leave l15
}
if ((fixed_bool[SUM % 7] ? fixed_bool[u32(b0[2]) % 7] : fixed_bool[255u32 % 7]) || workgroup_load(fixed_bool[b0[p_u32 % 15] % 7])) {
leave l15
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(bits(v13)) + u32(v14)
