// Program 49792 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 49792
program conform_49792
workgroup 8, 4, 1
grid 16, 16, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = -16
param p_u64: u64 = 26
param p_i64: i64 = -36
param p_f32: f32 = 2.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[9]
in fixed_i32: i32[9]
in fixed_u64: u64[8]
in fixed_i64: i64[9]
in fixed_f32: f32[6]
uniform fixed_f64: f64[3]
in b10: i8[3, 2]
persistent b11: f64[256]
persistent b12: i8[258, 1, 1] @cache(random)
out b13: i32[257]
scratch b14: u8[257, 1]
scratch b15: atomic i32[3] @live
persistent b16: atomic u32[256]
shared b17: u32[32]
shared b18: f64[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[8]
out relayed: u32[8]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_all(bool((-fixed_u64[me & 3])))
let v1 = subgroup_broadcast((bool(1709001344u64) ? false : fixed_bool[me & 7]), 32u32 % 33)
let v2 = subgroup_broadcast((-fixed_u32[me & 1]), 5u32 % 33)
let v3 = subgroup_broadcast(i32(fixed_i64[(v2 / p_u32) % 10]), v2 % 33)
let v4 = subgroup_broadcast(max(p_u64, fixed_u64[v2 % 9]), p_u32 % 33)
let v5 = subgroup_broadcast(p_i64, b0[3] % 33)
let v6 = subgroup_broadcast(f32(fixed_f32[me & 1]), u32(fixed_f32[3]) % 33)
let v7 = subgroup_broadcast((fixed_f64[me & 7] + unbits(0xbdc060bace654708u64)), v2 % 33)
let v8 = subgroup_load(fixed_bool[(p_u32 / b0[194]) % 8])
let v9 = subgroup_load(b0[subgroup % 257])
let v10 = subgroup_load(fixed_i32[fixed_i64[p_u32 % 10] % 10])
let v11 = atomic_max(b16[me], 127u32, acq_rel)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (bits(v6) - u32(unbits(0x7d254aeeu32)))
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
async_copy(b18, 2, fixed_f64, b0[10] % 4, 21)
barrier grid
wait()
b15[v9 % 4] -= i32((v5 % v5))
barrier workgroup
let v12 = (bool(fixed_u64[3u32 % 9]) ? workgroup_scan_or(v10) : workgroup_min(fixed_i32[me & 7]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(bits(v6)) + u32(bits(v7)) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
