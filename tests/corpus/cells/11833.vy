// Program 11833 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11833
program conform_11833
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = -16
param p_u64: u64 = 3
param p_i64: i64 = -23
param p_f32: f32 = 7.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[9]
in fixed_i32: i32[3]
in fixed_u64: u64[9]
uniform fixed_i64: i64[6]
uniform fixed_f32: f32[7]
in fixed_f64: f64[11]
in b10: i8[5, 1]
out b11: i8[128] @cache(streaming)
out b12: i32[128]
inout b13: bool[128]
inout b14: f32[130, 1]
inout b15: atomic i32[1]
out b16: atomic i32[128] @align(16)
shared b17: u32[32]
shared b18: i8[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[4]
out relayed: u32[4]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(((b13[me] ^ b13[me]) ? (b13[me] ? i64(wid.y) : fixed_i64[me & 7]) : p_i64))
let v1 = workgroup_iscan_max(b17[here])
let v2 = workgroup_iscan_max(fixed_i32[min(2147483648u32, 33u32) % 4])
let v3 = atomic_compare_exchange(b16[me], b18[here], v2, acq_rel, system)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32((p_bool ? v0 : v0))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, p_u32 % 33)
wait()
b15[v1 % 2] += i32(f32(fixed_i64[me & 1]))
atomic_add(b15[v1 % 2], atomic_sub(b16[me], v2, acquire))
let v4 = ((fixed_f64[p_u32 % 12] == p_f64) ? grid_load(b17[p_u32 % 33]) : grid_add(127u32))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
