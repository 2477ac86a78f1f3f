// Program 9048 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9048
program conform_9048 service
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -9
param p_u64: u64 = 7
param p_i64: i64 = -16
param p_f32: f32 = 2.25
param p_f64: f64 = -1.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[6] @cache(streaming)
uniform fixed_i32: i32[7]
in fixed_u64: u64[11]
uniform fixed_i64: i64[9] @cache(streaming)
uniform fixed_f32: f32[6]
uniform fixed_f64: f64[4]
uniform b10: i8[1]
out b11: f64[32, 2]
inout b12: f32[33, 3]
persistent o13_31: bool[]
inout b14: atomic i64[2]
scratch b15: atomic i64[32] @live
mapped b16: u8[len(b0)] @cache(streaming)
mapped b17: i32[32]
mapped b18: atomic u32[32]
shared b19: u32[1]
shared b20: i8[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_min(i64(workgroup_size.x))
let v1 = subgroup_min(b12[me, 1])
let v2 = subgroup_min(f64(fixed_i32[me & 7]))
let v3 = subgroup_max(rotl((b16[me] * atomic_load(b18[me], acquire, system)), v0))
let v4 = subgroup_max(i32(wid.z))
let v5 = subgroup_max(fixed_u64[me & 7])
let v6 = subgroup_max(i64(floor(v2)))
let v7 = subgroup_max(min(v1, fixed_f32[me & 7]))
let v8 = subgroup_max(ceil(fixed_f64[me & 3]))
let v9 = subgroup_and(((v6 != p_i64) ? (true ? o13_31[me] : o13_31[me]) : bool(v0)))
let v10 = subgroup_and((~b0[me + 1]))
let v11 = atomic_max(b15[me], 2015158541i64, acquire, workgroup)
let v12 = (bits(fixed_f32[TABLE[p_u32 % 10] % 7]) + workgroup_xor(v10) * workgroup_min(v3))
var v13 = (bool(fixed_i32[3u32 % 8]) ? grid_add(i32(subgroup)) : grid_xor(i32(min(v8, v8))))
v13 <<= (~u32(TABLE[1010717652u32 % 10]))
let v14 = grid_iscan_max(rotl(v5, v10))
v13 += i32(workgroup_size.x)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(bits(v1)) + u32(bits(v2) >> 32) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6 >> 32) + u32(bits(v7)) + u32(bits(v8) >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32)
