// Program 89032 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 89032
program conform_89032
workgroup 8, 4, 1
grid 255, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = -11
param p_u64: u64 = 39
param p_i64: i64 = -21
param p_f32: f32 = 4.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[1024]
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[4]
in fixed_i32: i32[9]
uniform fixed_u64: u64[6] @cache(random)
uniform fixed_i64: i64[5]
in fixed_f32: f32[7]
in fixed_f64: f64[7]
uniform o10_5: u16[, 1]
persistent b11: u8[1024, 3]
out b12: i8[1024]
scratch b13: bool[1026, 3]
out b14: u8[1025] @axis(0)
scratch b15: atomic u32[2]
out b16: atomic u64[1024]
shared b17: u32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_load(b0[popcount(o10_5[p_u32 % 6, 0]) % 1025])
let v1 = subgroup_load(fixed_i32[v0 % 10])
let v2 = subgroup_load(fixed_u64[b0[p_u32 % 1025] % 7])
let v3 = subgroup_load(fixed_i64[v0 % 6])
let v4 = subgroup_load(fixed_f32[(fixed_bool[p_u32 % 8] ? len(b0) : v0) % 8])
let v5 = subgroup_load(fixed_f64[abs(v0) % 8])
let v6 = subgroup_ballot(fixed_bool[me + 2])
let v7 = subgroup_shuffle(fixed_bool[o10_5[p_u32 % 6, 0] % 8], u32(true) % 40)
let v8 = subgroup_shuffle(p_u32, b14[me] % 40)
let v9 = subgroup_shuffle(v1, v6 % 40)
let v10 = subgroup_shuffle(1615586242u64, u32(fixed_i64[p_u32 % 6]) % 40)
let v11 = atomic_load(b16[me], relaxed, system)
atomic_store(b16[me], (v7 ? v10 : min(atomic_load(b16[me], relaxed, device), v2)), release, workgroup)
let v12 = ((o10_5[2147483648u32 % 6, (fixed_bool[1] ? 4294967295u32 : 1208428574u32) % 1] == fixed_u32[bytes[p_u32 % 41] % 5]) ? grid_broadcast(i32(-2147483647), b0[p_u32 % 1025] % 1025) : grid_iscan_or((b12[me] - v9)))
let v13 = grid_max(f32((v1 - p_i32)))
if ((fixed_bool[p_u32 % 8] || p_bool) || fixed_bool[fixed_u32[1] % 8]) {
b12[me] += v9
} else {
b12[me] |= ((mulhi(v9, v1) + fixed_i32[v0 % 10]) + i32((false ? v6 : b0[me + 2])))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
