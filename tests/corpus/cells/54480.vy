// Program 54480 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 54480
program conform_54480
workgroup 257, 1, 1
grid 514, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = -6
param p_u64: u64 = 16
param p_i64: i64 = -17
param p_f32: f32 = 4.25
param p_f64: f64 = -3.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[514] @align(16)
out b1: u32[514]
in bytes: u8[40] @align(4)
uniform fixed_bool: bool[4]
in fixed_u32: u32[3]
in fixed_i32: i32[8]
in fixed_u64: u64[6]
in fixed_i64: i64[9]
uniform fixed_f32: f32[11] @cache(streaming)
in fixed_f64: f64[11]
in b10: i16[2, 3]
out b11: bool[514, 3]
scratch b12: u16[516, 2, 1] @live
inout b13: i64[514]
scratch b14: f16[513] @live
inout b15: atomic i64[2]
persistent b16: atomic i64[514]
shared b17: u32[257]
shared b18: u16[257]
shared b19: atomic i64[257]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[2]
out relayed: u32[2]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_load(fixed_bool[p_u32 % 5])
let v1 = subgroup_load(b0[b0[448] % 515])
let v2 = subgroup_load(b10[v1 % 3, b0[p_u32 % 515] % 3])
let v3 = subgroup_load(fixed_u64[p_u32 % 7])
let v4 = subgroup_load(fixed_i64[v1 % 10])
let v5 = subgroup_load(fixed_f32[rotl(v1, v2) % 12])
let v6 = subgroup_load(fixed_f64[v1 % 12])
let v7 = subgroup_ballot((v0 ^ b11[me, v1 % 3]))
let v8 = subgroup_shuffle((v0 | v0), v7 % 40)
let v9 = subgroup_shuffle(clamp(b17[here], v7, b17[here]), b17[here] % 40)
let v10 = subgroup_shuffle(64i32, v9 % 40)
let v11 = atomic_compare_exchange(b16[me], v4, v4)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32((v3 >> gid.z))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
let v12 = grid_iscan_max(fixed_u64[me & 7])
let v13 = workgroup_iscan_xor(p_u64)
fixpoint k15 in 1..4 {
if k15 < 3 && (v8 ? (v8 && v0) : (v4 > atomic_sub(b16[me], v11, release, device))) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4) + u32(bits(v5)) + u32(bits(v6)) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12 >> 32) + u32(v13 >> 32)
