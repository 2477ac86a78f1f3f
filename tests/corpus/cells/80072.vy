// Program 80072 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 80072
program conform_80072
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 7
param p_i32: i32 = -7
param p_u64: u64 = 10
param p_i64: i64 = -22
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[10]
in fixed_i32: i32[4]
in fixed_u64: u64[11]
in fixed_i64: i64[4] @align(4)
in fixed_f32: f32[4]
uniform fixed_f64: f64[6]
uniform b10: u8[8, 2]
inout b11: f32[64, 2]
inout b12: f64[65, 2]
scratch b13: i64[64, 2] @live
inout b14: u64[65]
out b15: atomic u64[2] @align(4)
inout b16: atomic u64[64]
shared b17: u32[32] @align(64) @axis(0)
shared b18: atomic u64[1] @align(4)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_load(fixed_i32[2147483648u32 % 5])
let v1 = subgroup_load(fixed_u64[4294967295u32 % 12])
let v2 = subgroup_load(fixed_i64[127u32 % 5])
let v3 = subgroup_load(fixed_f32[128u32 % 5])
let v4 = subgroup_load(fixed_f64[fixed_u32[p_u32 % 11] % 7])
let v5 = subgroup_ballot((i64(v3) > i64(p_u64)))
let v6 = subgroup_shuffle((bool(v0) ? (v5 % 5 != 2) : p_bool), v5 % 40)
let v7 = subgroup_shuffle(b17[here], 1727652390u32 % 40)
let v8 = subgroup_shuffle(v0, (v5 % b17[here]) % 40)
let v9 = subgroup_shuffle(64u64, rotl(v7, b10[me + 1, 1]) % 40)
let v10 = subgroup_shuffle(v2, v5 % 40)
let v11 = atomic_or(b16[me], v9)
b15[(b10[me + 0, 1] + v5) % 3] -= ((v6 ? atomic_or(b16[me], u64_at(bytes, 10), release) : 1230704084u64) - (v9 % v1))
let v12 = (true ? workgroup_xor(clz(p_u32)) : (~wid.y))
let v13 = (clz(v9) + grid_iscan_xor(128u64))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
