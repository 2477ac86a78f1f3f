// Program 15509 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15509
program conform_15509
workgroup 1, 1, 9
grid 3, 1, 36
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = -14
param p_u64: u64 = 15
param p_i64: i64 = -9
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[108]
out b1: u32[108]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[7]
in fixed_i32: i32[10]
in fixed_u64: u64[10]
in fixed_i64: i64[4] @axis(0)
in fixed_f32: f32[11]
uniform fixed_f64: f64[6]
in b10: i8[7, 2]
scratch b11: u16[110] @live @axis(0)
scratch b12: f64[110] @live
scratch b13: f64[110, 1] @cache(streaming)
out b14: i8[109]
scratch b15: atomic u64[4]
out b16: atomic u64[108]
shared b17: u32[9]
shared b18: i8[9]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[432] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_and((-b14[me]))
let v1 = grid_iscan_and(fixed_u64[33u64 % 11])
let v2 = grid_iscan_and(rotr(32i64, v1))
atomic_store(b16[me], u64(trunc(1.5f32)))
let v3 = workgroup_iscan_and(u64((p_i32 / p_i32)))
hits[atomic_add(found[0], 1)] = fixed_u32[b11[me] % 8]
if ((fixed_bool[b10[1, 1] % 6] && fixed_bool[p_u32 % 6]) ? grid_load(fixed_bool[u32_at(bytes, p_u32 % 41) % 6]) : bool(0.1f32)) {
each i in 0..12, j in 0..9 {
let v6 = (p_bool ? i64(fixed_i64[b0[p_u32 % 109] % 5]) : i64(fixed_f64[255i64 % 7]))
let v7 = ceil(unbits(0xfed566b060cdbfb7u64))
hits[atomic_add(found[0], 1)] = b0[p_u32 % 109]
b1[i * 9 + j] %= (u32(i32(-2147483648)) << popcount(v0))
if (bool(p_f32) ^ bool(v0)) { continue }
b14[i * 9 + j] -= v0
b1[i * 9 + j] = ((fixed_bool[p_u32 % 6] ? i : j) & (fixed_bool[i % 6] ? i : grid_size.x))
}
let v8 = ((fixed_f32[(903513037u32 + 5u32) % 12] - fixed_f32[2147483648u32 % 12]) + workgroup_max(fixed_f32[b14[me] % 12]))
}
hits[atomic_add(found[0], 1)] = fixed_u32[v0 % 8]
each i in 0i32..108 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
