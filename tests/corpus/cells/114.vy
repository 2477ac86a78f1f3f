// Program 114 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 114
program conform_114
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 2
param p_u64: u64 = 37
param p_i64: i64 = -38
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
uniform fixed_bool: bool[8] @align(2)
in fixed_u32: u32[9] @axis(0)
in fixed_i32: i32[8]
uniform fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[8]
in fixed_f64: f64[9] @cache(streaming)
in b10: i16[1, 3]
out b11: i32[65, 2]
scratch b12: bool[66, 1]
persistent b13: atomic u32[1]
inout b14: atomic i32[64]
shared b15: u32[32]
shared b16: f32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_add(u32(fixed_i32[b15[here] % 9]))
let v1 = grid_scan_add(atomic_min(b14[me], 3i32))
let v2 = grid_scan_add(u64_at(bytes, u32(p_u32) % 41))
let v3 = atomic_xor(b14[me], v1)
atomic_store(b14[me], ((p_u32 % 4 == 1) ? (fixed_bool[fixed_u32[1] % 9] ? v3 : atomic_exchange(b14[me], v3, relaxed, workgroup)) : i32(fixed_i64[1731758842u32 % 8])), release, workgroup)
barrier workgroup
async_copy(b15, 0, b0, 0u32 % 65, 6)
wait()
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b15, 0, 3)
wait()
var v4 = workgroup_add(b1[me])
each i in 0i32..64 {
var w6 = 0
loop {
w6 += 1
if w6 > 4 { break }
if ((fixed_bool[(SUM << v2) % 9] ? b12[i, 0] : fixed_bool[fixed_u32[2] % 9]) & bool(1333163199u32)) { continue }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
