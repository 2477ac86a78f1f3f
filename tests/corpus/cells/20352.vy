// Program 20352 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 20352
program conform_20352
workgroup 8, 4, 1
grid 16, 4, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = -7
param p_u64: u64 = 17
param p_i64: i64 = -38
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @cache(temporal)
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[4] @axis(0)
in fixed_i32: i32[10]
uniform fixed_u64: u64[9]
in fixed_i64: i64[3]
in fixed_f32: f32[7]
uniform fixed_f64: f64[5]
in b10: i8[4, 1]
persistent b11: i64[65, 2]
out b12: i64[65, 3] @axis(0)
inout b13: u32[65, 1]
scratch b14: atomic i64[1] @live
inout b15: atomic i32[64]
shared b16: u32[32]
shared b17: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max((fixed_bool[u32(2129531489i64) % 7] ? p_u32 : bytes[4294967295u64 % 41]))
let v1 = subgroup_max((fixed_bool[grid_size.x % 7] ? b10[v0 % 5, 0] : fixed_i32[31u64 % 11]))
let v2 = subgroup_max(bits((fixed_f64[ceil_div(v0, v0) % 6] * fixed_f64[reverse(1389757936u32) % 6])))
let v3 = subgroup_max(7i64)
let v4 = subgroup_max(fixed_f32[1595582146i32 % 8])
let v5 = subgroup_max(((-fixed_f64[me + 2]) - sqrt(fixed_f64[p_u32 % 6])))
let v6 = subgroup_and(fixed_bool[fixed_u32[me + 1] % 7])
let v7 = subgroup_and((p_u32 & v0))
let v8 = subgroup_and(mulhi((v1 % v1), i32(v3)))
let v9 = subgroup_and(fixed_u64[v2 % 10])
let v10 = subgroup_and(i64((fixed_bool[me + 1] ? fixed_f64[v7 % 6] : v5)))
let v11 = atomic_and(b15[me], fixed_i32[0], relaxed, device)
b14[(~v7) % 2] += (max(v10, v10) + (v10 & v10))
block l12 {
let v13 = workgroup_iscan_add(u64(v6))
if p_bool {
leave l12
}
if bool((-fixed_f32[clamp(fixed_u32[p_u32 % 5], workgroup_size.x, 4294967294u32) % 8])) {
leave l12
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
