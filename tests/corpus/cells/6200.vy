// Program 6200 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6200
program conform_6200
workgroup 1, 1, 9
grid 1, 1, 27
param p_bool: bool = true
param p_u32: u32 = 19
param p_i32: i32 = -17
param p_u64: u64 = 6
param p_i64: i64 = -11
param p_f32: f32 = 3.25
param p_f64: f64 = -4.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[27]
out b1: u32[27] @align(128)
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[4]
uniform fixed_u32: u32[7]
in fixed_i32: i32[11]
in fixed_u64: u64[10]
uniform fixed_i64: i64[5] @align(256)
in fixed_f32: f32[8]
in fixed_f64: f64[9]
uniform b10: u16[3, 3]
inout o11_54: u64[, 2]
persistent b12: u16[27]
persistent b13: f32[28, 1]
scratch b14: atomic i32[2]
persistent b15: atomic u32[27]
shared b16: u32[9]
shared b17: i32[9] @align(64)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_broadcast((fixed_bool[lane % 5] && fixed_bool[256u32 % 5]), p_u32 % 33)
let v1 = subgroup_broadcast(b10[u32(fixed_f64[me + 1]) % 4, 1], 3u32 % 33)
let v2 = subgroup_broadcast(p_i32, b0[p_u32 % 28] % 33)
let v3 = subgroup_broadcast(fixed_u64[(v0 ? b10[me + 0, 1] : wid.z) % 11], 128u32 % 33)
let v4 = subgroup_broadcast(fixed_i64[(64i64 >> 128i64) % 6], v1 % 33)
let v5 = subgroup_broadcast(f32(fixed_f32[me + 0]), len(b1) % 33)
let v6 = subgroup_broadcast(f64(v2), p_u32 % 33)
let v7 = subgroup_load(fixed_bool[(-b0[11]) % 5])
let v8 = subgroup_load(b10[v1 % 4, p_u32 % 3])
let v9 = subgroup_load(fixed_i32[v8 % 12])
let v10 = subgroup_load(fixed_u64[grid_size.x % 11])
let v11 = atomic_exchange(b15[me], len(b1), acquire, device)
b14[(b0[8] & u32_at(bytes, 17)) % 3] += (rotl(v9, lid.z) >> v4)
let v12 = grid_iscan_xor((v7 ? 9223372036854775807i64 : v4))
if workgroup_and(fixed_bool[u32(v12) % 5]) {
let v13 = (fixed_bool[p_u32 % 5] ? workgroup_broadcast(popcount(p_i64), u32(2u32) % 10) : workgroup_xor(fixed_i64[me + 1]))
b17[here] += (b17[here] + workgroup_iscan_and(v9) * workgroup_iscan_or(clamp(v2, fixed_i32[(-v1) % 12], p_i32)))
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
