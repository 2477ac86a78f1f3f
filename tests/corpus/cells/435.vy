// Program 435 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 435
program conform_435
workgroup 31, 1, 1
grid 30, 1, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = -19
param p_u64: u64 = 18
param p_i64: i64 = -33
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31] @cache(streaming)
out b1: u32[31]
in bytes: u8[40]
uniform fixed_bool: bool[11]
uniform fixed_u32: u32[8]
in fixed_i32: i32[4]
in fixed_u64: u64[11]
in fixed_i64: i64[9]
in fixed_f32: f32[11]
uniform fixed_f64: f64[3] @align(32)
in b10: f16[8]
inout b11: f16[31]
out b12: u8[31]
out b13: u64[32, 2]
out b14: bool[30, 1]
out b15: atomic u64[2] @cache(streaming)
inout b16: atomic i64[31]
shared b17: u32[31]
shared b18: f16[31]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[1]
out relayed: u32[1]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max(fixed_i32[me & 3])
let v1 = workgroup_iscan_max(fixed_u64[u32(fixed_f64[me & 1]) % 12])
let v2 = workgroup_iscan_max(abs(rotl(i64(wid.x), 33i32)))
let v3 = atomic_max(b16[me], 255i64)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (~u32(1i64))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, max(bytes[24], 5u32) % 32)
barrier grid
wait()
b15[popcount(33u32) % 3] += popcount((b13[me, 1] / u64_at(bytes, u32(p_u64) % 41)))
let v4 = (fixed_bool[p_u32 % 12] ? grid_scan_or(reverse(b17[5u32 % 32])) : grid_scan_or(b17[me + 2]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4)
