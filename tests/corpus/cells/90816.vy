// Program 90816 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 90816
program conform_90816
workgroup 2, 3, 1
grid 2, 3, 1
param p_bool: bool = true
param p_u32: u32 = 12
param p_i32: i32 = -9
param p_u64: u64 = 23
param p_i64: i64 = -22
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[6]
out b1: u32[6]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[10]
in fixed_i32: i32[4]
uniform fixed_u64: u64[10]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[6]
in fixed_f64: f64[9]
in b10: u8[8, 2]
out b11: bool[6]
persistent o12_7: i8[, 1]
out b13: i8[len(b0), 2]
inout b14: bool[6, 3]
persistent o15_8: f32[]
inout b16: atomic u64[3]
persistent o17_6: atomic u64[]
shared b18: u32[6]
shared b19: bool[6]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[1]
out relayed: u32[1]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle(i64(subgroup), u32(b10[me & 1, 1]) % 40)
let v1 = subgroup_shuffle(abs(fma(unbits(0x6f14e662u32), fixed_f32[128u32 % 7], fixed_f32[me & 7])), wid.x % 40)
let v2 = subgroup_shuffle(fixed_f64[me & 1], b10[me & 7, 1] % 40)
let v3 = subgroup_add(u32_at(bytes, p_u32 % 41))
let v4 = subgroup_add((b19[here] ? 128i32 : fixed_i32[me & 7]))
let v5 = subgroup_add(fixed_u64[v3 % 11])
let v6 = subgroup_add(fixed_i64[me & 3])
let v7 = subgroup_add(v1)
let v8 = subgroup_add(fixed_f64[me & 7])
let v9 = subgroup_min((u32_at(bytes, v3 % 41) >> v5))
let v10 = subgroup_min(rotl(v4, v5))
let v11 = atomic_add(o17_6[me], v5)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((p_u32 % p_u32) % popcount(b10[me & 1, 1]))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 4)
wait()
atomic_add(b16[u32_at(bytes, 21) % 4], clamp(u64(lid.x), popcount(o17_6[me]), (v11 << v3)), release)
let v12 = ((fixed_bool[(p_u32 - 4294967294u32) % 9] && false) ? grid_iscan_max(fixed_i32[subgroup % 5]) : grid_scan_and(i32(p_i32)))
let v13 = (u32(v5) % p_u32)
b16[u32(p_i32) % 4] -= u64(rotr(1974008419u64, v13))
if bool(ceil(p_f32)) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(bits(v1)) + u32(bits(v2)) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6 >> 32) + u32(bits(v7)) + u32(bits(v8) >> 32) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13)
