// Program 39614 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 39614
program conform_39614
workgroup 8, 4, 1
grid 8, 8, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -4
param p_u64: u64 = 38
param p_i64: i64 = -35
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @cache(streaming)
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[8]
in fixed_i32: i32[3]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
in fixed_f32: f32[9] @align(1)
uniform fixed_f64: f64[6]
in b10: u8[8] @align(4)
inout b11: u64[64]
scratch b12: f64[64, 2] @live
persistent b13: i8[66, 2]
persistent b14: i8[65]
out b15: u8[63]
out b16: atomic i64[1]
scratch b17: atomic i32[64]
shared b18: u32[32]
shared b19: u64[32]
shared b20: atomic i64[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[2]
out relayed: u32[2]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((i64(workgroups.x) >> p_u64) >= i64(x0))
block l3 {
if ((x0 % 2 >= 1) || v2) { leave l3 }
if v2 {  }
}
return ((x0 ^ 64u32) << max(fixed_i64[me & 7], p_i64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_iscan_xor(b0[fixed_i32[me & 3] % 65])
let v5 = grid_iscan_xor(clz(p_i32))
let v6 = grid_iscan_xor(fixed_u64[me & 7])
let v7 = atomic_or(b17[me], p_i32, release)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (u32(p_f64) ^ u32(1087523868i64))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
barrier workgroup
async_copy(b19, 0, fixed_u64, 255u32 % 9, 17)
wait()
block l8 {
if (bool(grid_size.y) ? grid_all(fixed_bool[me & 7]) : (b0[fixed_i32[p_u32 % 4] % 65] % 4 != 1)) {
atomic_sub(b16[v4 % 2], ((b20[me + 0] ^ fixed_i64[me & 3]) % max(p_i64, b20[me + 2])), acq_rel, device)
leave l8
}
let v9 = workgroup_scan_add(p_u32)
if (min(fixed_i32[fixed_u32[p_u32 % 9] % 4], fixed_i32[1i64 % 4]) >= (fixed_i32[u32(unbits(0xa626664fu32)) % 4] / fixed_i32[32i32 % 4])) {
if p_u32 % 4 != 1 {
if fixed_bool[v9 % 9] {
}
leave l8
}
if (fixed_bool[3u32 % 9] && workgroup_any(((fixed_bool[me & 7] || fixed_bool[me & 7]) || fixed_bool[me & 1]))) {
leave l8
}
}
if bool(u64(fixed_f64[me & 7])) {
leave l8
}
}
let v10 = (true ? workgroup_iscan_add(b10[(true ? 33u32 : v4) % 9]) : workgroup_scan_max(v4))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v10)
