// Program 63021 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 63021
program conform_63021 service
workgroup 8, 4, 1
grid 24, 4, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = -9
param p_u64: u64 = 39
param p_i64: i64 = -34
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[3]
in fixed_i32: i32[3]
in fixed_u64: u64[11]
in fixed_i64: i64[3]
uniform fixed_f32: f32[4]
in fixed_f64: f64[4]
in o10_2: i16[, 2]
out b11: i32[96]
inout b12: bool[97]
inout b13: f64[len(b0)]
out b14: i64[96, 2] @range(668, 22)
inout b15: atomic i64[2]
persistent b16: atomic u64[96]
mapped b17: u64[96] @cache(streaming)
mapped b18: i32[len(b0)]
mapped b19: atomic u64[96] @align(16)
shared b20: u32[32]
shared b21: i32[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[3]
out relayed: u32[3]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(u64(b16[me]))
let v1 = grid_scan_xor(fixed_i64[me & 1])
let v2 = grid_iscan_add(((b20[here] - fixed_u32[me & 1]) | reverse(b20[here])))
let v3 = atomic_and(b16[me], fixed_u64[me & 7], relaxed, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = v2
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
barrier workgroup
async_copy(b21, 1, fixed_i32, 3u32 % 4, 2u32 % 33)
barrier grid
wait()
b19[me] = u64(grid_size.y)
let v4 = (bool(fixed_i64[32u32 % 4]) ? workgroup_load(fixed_f32[b0[1] % 5]) : workgroup_broadcast((fixed_bool[me & 7] ? (fixed_f32[me & 7] - p_f32) : fixed_f32[v2 % 5]), 64u32 % 33))
block l5 {
if bool((b20[me + 0] % 3 != 2)) {  }
b15[b0[me & 7] % 3] += v1
if (fixed_bool[me & 7] ^ fixed_bool[v2 % 7]) {  }
}
let v6 = (bool(bytes[p_u32 % 41]) ? grid_broadcast(p_i32, (false ? 111921600u32 : 2111281540u32) % 97) : grid_max((-o10_2[me & 7, 1])))
let v7 = grid_min((-v6))
let v8 = ((fixed_bool[u32(fixed_i32[1]) % 7] ? p_bool : fixed_bool[b0[p_u32 % 97] % 7]) ? clamp(i32(-2147483647), i32(workgroups.x), fixed_i32[p_u32 % 4]) : i32(-2147483648))
each i in 0i64..96 {
var w10 = 0
while w10 < 4 && (abs(v2) % 3 < 2) {
w10 += 1
var w11 = 0
loop {
w11 += 1
if w11 > 4 { break }
if false { continue }
if (fixed_bool[b14[75, 1] % 7] ? (1012653643u32 != u32_at(bytes, v2 % 41)) : fixed_bool[b14[p_u32 % 97, 1] % 7]) { continue }
}
if (b12[i] | (!b12[i])) { continue }
}
if ((420365983u32 | v2) % 5 < 1) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3 >> 32) + u32(bits(v4)) + u32(v6) + u32(v7) + u32(v8)
