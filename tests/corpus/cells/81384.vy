// Program 81384 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 81384
program conform_81384 service
workgroup 256, 1, 1
grid 256, 1, 1
param p_bool: bool = true
param p_u32: u32 = 32
param p_i32: i32 = -4
param p_u64: u64 = 22
param p_i64: i64 = -10
param p_f32: f32 = 6.25
param p_f64: f64 = -7.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @cache(streaming)
out b1: u32[256]
in bytes: u8[40] @axis(0)
uniform fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[7]
uniform fixed_u64: u64[6] @cache(streaming)
in fixed_i64: i64[4] @align(256)
in fixed_f32: f32[3]
in fixed_f64: f64[4] @cache(random)
in o10_9: i16[, 3]
scratch b11: f64[256] @live @axis(0)
scratch b12: u64[len(b0)]
out b13: i32[258, 3]
out b14: u64[257] @align(2)
scratch b15: atomic i32[2]
persistent b16: atomic i32[256]
mapped b17: i8[256]
mapped b18: u8[256] @align(256)
mapped b19: atomic i32[256]
shared b20: u32[256]
shared b21: f64[256]
shared b22: atomic i64[256]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max(128i64)
let v1 = subgroup_max(fixed_f32[clamp(3u32, 14528623u32, TABLE[0]) % 4])
let v2 = subgroup_max(fma(floor(fixed_f64[me + 1]), sqrt(fixed_f64[me + 0]), (b21[here] / p_f64)))
let v3 = subgroup_and((fixed_bool[3u32 % 12] && fixed_bool[me + 0]))
let v4 = subgroup_and(b18[me])
let v5 = subgroup_and(clamp(atomic_and(b16[me], p_i32, relaxed, workgroup), atomic_compare_exchange(b16[me], fixed_i32[me + 1], p_i32, acquire), p_i32))
let v6 = subgroup_and(abs(fixed_u64[63u32 % 7]))
let v7 = subgroup_and(popcount(fixed_i64[v5 % 5]))
let v8 = subgroup_or(v3)
let v9 = subgroup_or((clamp(p_u32, 128u32, p_u32) + (v4 >> v7)))
let v10 = subgroup_or((v8 ? v5 : v5))
let v11 = atomic_max(b16[me], v10, acquire, system)
barrier workgroup
async_copy(b21, 1, fixed_f64, p_u32 % 5, 256u32 % 257)
wait()
if fixed_bool[3u32 % 12] {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
