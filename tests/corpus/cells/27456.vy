// Program 27456 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27456
program conform_27456
workgroup 16, 3, 1
grid 37, 9, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = -8
param p_u64: u64 = 2
param p_i64: i64 = -40
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[432]
out b1: u32[432]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[9]
uniform fixed_i32: i32[11] @cache(streaming)
in fixed_u64: u64[8]
in fixed_i64: i64[4]
uniform fixed_f32: f32[9]
uniform fixed_f64: f64[8]
in b10: u8[9] @align(2)
persistent b11: f32[432] @align(16)
inout o12_432: i32[, 1]
persistent o13_433: bool[]
scratch b14: atomic i64[3] @live @cache(streaming)
inout b15: atomic i32[len(b0)]
shared b16: u32[48]
shared b17: f32[48]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[9]
out relayed: u32[9]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max((bits(fixed_f32[5i32 % 10]) / (p_bool ? b16[here] : SUM)))
let v1 = subgroup_max(fixed_i32[me & 3])
let v2 = subgroup_max(fixed_u64[v0 % 9])
let v3 = subgroup_max(popcount(reverse(fixed_i64[me & 3])))
let v4 = subgroup_max(b17[here])
let v5 = subgroup_max(fixed_f64[v0 % 9])
let v6 = subgroup_and((v0 % 5 != 2))
let v7 = subgroup_and(v0)
let v8 = subgroup_and(i32(gid.z))
let v9 = subgroup_and(abs(v2))
let v10 = subgroup_and(v3)
let v11 = atomic_add(b15[me], i32(workgroup_size.z))
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = max((v6 ? lid.y : u32_at(bytes, i64(wid.z) % 41)), v7)
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b17, 0, fixed_f32, u32(b0[384]) % 10, 8)
barrier grid
wait()
block l12 {
atomic_add(b14[127u32 % 4], i64(wid.y), relaxed, system)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(bits(v4)) + u32(bits(v5)) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11)
