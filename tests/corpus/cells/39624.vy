// Program 39624 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 39624
program conform_39624
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = false
param p_u32: u32 = 10
param p_i32: i32 = 4
param p_u64: u64 = 32
param p_i64: i64 = -6
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[3] @cache(temporal)
in fixed_u32: u32[10] @cache(random)
in fixed_i32: i32[7]
uniform fixed_u64: u64[4]
in fixed_i64: i64[3]
in fixed_f32: f32[7] @align(256) @axis(0)
uniform fixed_f64: f64[9]
uniform b10: i16[2, 1]
out b11: f64[97]
out b12: f64[96]
persistent b13: u32[98, 2]
scratch b14: atomic u32[3]
out b15: atomic i64[96]
shared b16: u32[32]
shared b17: u16[32]
shared b18: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = ((fixed_bool[128u32 % 4] ? fixed_bool[(false ? p_u32 : u32_at(bytes, 24)) % 4] : fixed_bool[(TABLE[8] + x0) % 4]) || bool(x0))
let v3 = bool((282350124u64 % fixed_u64[3u32 % 5]))
var w4 = 0
while w4 < 3 && ((b0[31i64 % 97] | b0[1350427767u32 % 97]) % 4 == 1) {
w4 += 1
if bool(ctz(256i64)) { break }
}
return popcount(bytes[u32(x0) % 41])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_broadcast((ctz(atomic_min(b15[me], 9223372036854775807i64)) % fixed_i64[me + 2]), 32u32 % 33)
let v6 = subgroup_broadcast(p_f32, 3u32 % 33)
let v7 = subgroup_broadcast(f64(fixed_i32[me + 0]), 2147483647u32 % 33)
let v8 = subgroup_load(fixed_bool[128u64 % 4])
let v9 = subgroup_load(fixed_u32[31i32 % 11])
let v10 = subgroup_load(fixed_i32[p_u64 % 8])
let v11 = subgroup_load(fixed_u64[v9 % 5])
let v12 = subgroup_load(fixed_i64[b0[p_u32 % 97] % 4])
let v13 = subgroup_load(fixed_f32[v9 % 8])
let v14 = subgroup_load(fixed_f64[p_u32 % 10])
let v15 = subgroup_ballot(v8)
let v16 = atomic_and(b15[me], v12, relaxed, workgroup)
atomic_add(b14[b0[10] % 4], u32(u32(16777217.0f32)))
if me < len(b11) { b11[me] *= clamp(v7, (v7 * v7), (-fixed_f64[u32(v12) % 10])) }
block l17 {
let v18 = (fixed_bool[u32(p_u32) % 4] ? workgroup_min(v7) : (-fixed_f64[me + 2]))
if ((fixed_bool[526809611u32 % 4] ? fixed_bool[abs(393748431u32) % 4] : true) && (b0[p_u32 % 97] < fixed_u32[u32_at(bytes, p_u32 % 41) % 11])) {
leave l17
}
if (fixed_bool[256u32 % 4] ? (fixed_i32[bits(unbits(0xff800000u32)) % 8] < fixed_i32[b0[77] % 8]) : (b0[(~542596882u64) % 97] % 3 != 1)) {
leave l17
}
if ((b0[fixed_u64[p_u32 % 5] % 97] > b0[u32(false) % 97]) && (false && true)) {
leave l17
}
if (rotl(fixed_i64[workgroup_size.y % 4], 1434036506u64) >= (-p_i64)) {
leave l17
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
