// Program 7496 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7496
program conform_7496 service
workgroup 33, 1, 1
grid 132, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = -6
param p_u64: u64 = 24
param p_i64: i64 = -40
param p_f32: f32 = 1.25
param p_f64: f64 = -1.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132] @align(8)
out b1: u32[132] @range(127, 42) @cache(temporal)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[5]
in fixed_i32: i32[6] @cache(random)
uniform fixed_u64: u64[7]
uniform fixed_i64: i64[5]
in fixed_f32: f32[6]
in fixed_f64: f64[9]
in b10: i8[9]
inout b11: f32[132]
out b12: u16[132]
out b13: bool[len(b0), 1, 1]
scratch b14: u32[132, 3] @live
out b15: atomic u32[3]
out b16: atomic i32[132]
mapped b17: bool[132]
mapped b18: f64[132]
mapped b19: atomic u32[132] @align(1)
shared b20: u32[33]
shared b21: f32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_broadcast(unbits(0x8000000000000000u64), 163151459u32 % 33)
let v1 = subgroup_load(fixed_bool[b0[103] % 11])
let v2 = subgroup_load(b0[4294967295u32 % 133])
let v3 = subgroup_load(fixed_i32[fixed_i64[1] % 7])
let v4 = subgroup_load(fixed_u64[v2 % 8])
let v5 = subgroup_load(fixed_i64[p_u32 % 6])
let v6 = subgroup_load(fixed_f32[63u32 % 7])
let v7 = subgroup_load(fixed_f64[p_i64 % 10])
let v8 = subgroup_ballot((v1 & false))
let v9 = subgroup_shuffle(v1, v8 % 40)
let v10 = subgroup_shuffle(u32(v8), v2 % 40)
let v11 = atomic_min(b16[me], p_i32, release, system)
var a12: f64[4]
a12[2] = (-0.1f64)
let v13, v14 = f2(a12, 127u32 % 14)
f3(b1[me..me + 2], clamp(v8, workgroups.y, (p_u32 + v2)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, grid_size.x % 34)
barrier grid
wait()
atomic_add(b15[v2 % 4], max((v9 ? u32_at(bytes, v5 % 41) : p_u32), (v8 / b0[me + 2])))
var v15 = grid_add((fixed_bool[v2 % 11] ? 24551501i64 : v5))
v15 *= i64(i64(v14))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0) >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(bits(v6)) + u32(bits(v7)) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[2]) >> 32) + u32(bits(v13) >> 32) + u32(v14) + u32(v15)
