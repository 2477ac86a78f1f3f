// Program 22432 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22432
program conform_22432 service
workgroup 2, 3, 1
grid 341, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = -2
param p_u64: u64 = 37
param p_i64: i64 = -31
param p_f32: f32 = 5.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1026] @align(32)
out b1: u32[1026]
in bytes: u8[40]
uniform fixed_bool: bool[5] @axis(0)
in fixed_u32: u32[8]
uniform fixed_i32: i32[3] @cache(streaming)
uniform fixed_u64: u64[8]
in fixed_i64: i64[3]
uniform fixed_f32: f32[3]
in fixed_f64: f64[11]
in b10: u16[4]
inout b11: i32[1027, 2]
persistent b12: i64[1027]
inout b13: i8[1026, 2]
persistent b14: atomic u32[2]
out b15: atomic u32[1026] @range(63, 2922)
mapped b16: u32[1026]
mapped b17: i8[1026]
mapped b18: atomic i64[1026]
shared b19: u32[6]
shared b20: f32[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_load(b10[2147483648u32 % 5])
let v1 = subgroup_load(fixed_i32[63i64 % 4])
let v2 = subgroup_load(fixed_u64[TABLE[4] % 9])
let v3 = subgroup_load(fixed_i64[subgroup % 4])
let v4 = subgroup_load(fixed_f32[p_u32 % 4])
let v5 = subgroup_load(fixed_f64[v0 % 12])
let v6 = subgroup_ballot(bool(v2))
let v7 = subgroup_shuffle(fixed_bool[u32(v1) % 6], TABLE[3] % 40)
let v8 = subgroup_shuffle(((p_u32 / v6) - max(v0, TABLE[v6 % 10])), u32(p_u64) % 40)
let v9 = subgroup_shuffle(2147483647i32, v6 % 40)
let v10 = subgroup_shuffle((u64_at(bytes, fixed_u64[p_u32 % 9] % 41) % v2), bits(v4) % 40)
let v11 = atomic_or(b15[me], v8, relaxed, device)
let v12 = (bool(fixed_u64[u32(fixed_f64[7]) % 9]) ? grid_scan_and(clamp(v10, (v10 + v10), p_u64)) : grid_add(v10))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
