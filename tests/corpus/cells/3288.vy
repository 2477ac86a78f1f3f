// Program 3288 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3288
program conform_3288
workgroup 1, 1, 1
grid 1025, 1, 1
param p_bool: bool = false
param p_u32: u32 = 39
param p_i32: i32 = 14
param p_u64: u64 = 21
param p_i64: i64 = -14
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1025]
out b1: u32[1025] @range(618, 2281)
in bytes: u8[40] @cache(random)
uniform fixed_bool: bool[5]
in fixed_u32: u32[9]
uniform fixed_i32: i32[4]
in fixed_u64: u64[5]
uniform fixed_i64: i64[3] @cache(streaming)
in fixed_f32: f32[5]
in fixed_f64: f64[8] @cache(random)
in b10: u8[2]
inout b11: i16[1026, 3]
inout b12: f64[1027]
out b13: i8[1027, 2]
persistent b14: bool[1027]
out b15: atomic i32[4] @align(16)
inout b16: atomic u32[len(b0)]
shared b17: u32[1]
shared b18: bool[1]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_or(b0[b10[p_u32 % 3] % 1026])
let v3 = ((p_bool ? fixed_bool[max(b0[962], p_u32) % 6] : fixed_bool[b0[p_u32 % 1026] % 6]) ? workgroup_and(p_i64) : ctz(fixed_i64[4294967296u64 % 4]))
b13[me, bytes[p_u32 % 41] % 2] = (rotl(y1, v3) + grid_iscan_add((p_i32 - 7i32)) * grid_iscan_min((-(b14[me] ? y1 : p_i32))))
return v2
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_or(clamp(fixed_i64[u32_at(bytes, p_u32 % 41) % 4], fixed_i64[i64(unbits(0xd2ce56f474de9a8eu64)) % 4], fixed_i64[p_u32 % 4]))
let v5 = subgroup_iscan_xor(((fixed_bool[(i32(-2147483647) >> 7i32) % 6] | p_bool) ? b14[me] : b18[here]))
let v6 = subgroup_iscan_xor(atomic_min(b16[me], 5u32, release, workgroup))
let v7 = subgroup_iscan_xor((v5 ? fixed_i32[v6 % 5] : fixed_i32[v4 % 5]))
let v8 = subgroup_iscan_xor(fixed_u64[32u32 % 6])
let v9 = subgroup_iscan_xor((max(64i64, v4) / (v4 * v4)))
let v10 = subgroup_any((v9 != fixed_i64[me + 0]))
let v11 = subgroup_all((bool(fixed_f64[me + 1]) ? (256u64 < fixed_u64[p_u32 % 6]) : (b14[me] | false)))
let v12 = subgroup_broadcast(false, 4294967295u32 % 33)
let v13 = subgroup_broadcast(b0[u32(fixed_f32[3]) % 1026], 33u32 % 33)
let v14 = subgroup_broadcast(i32(fixed_f32[v13 % 6]), b10[0] % 33)
atomic_store(b16[me], u32(fixed_f64[me + 1]), relaxed)
each i in 0..1025, j in 0..1 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
