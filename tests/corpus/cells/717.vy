// Program 717 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 717
program conform_717
workgroup 256, 1, 1
grid 1024, 1, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = 19
param p_u64: u64 = 11
param p_i64: i64 = -14
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[1024]
in bytes: u8[40] @align(32)
in fixed_bool: bool[7]
in fixed_u32: u32[4]
in fixed_i32: i32[4]
uniform fixed_u64: u64[4]
in fixed_i64: i64[11]
in fixed_f32: f32[11]
uniform fixed_f64: f64[10]
uniform b10: f16[2, 3]
inout b11: f16[1024]
scratch b12: f16[1024] @live
scratch b13: bool[1024, 1, 3] @live
out b14: atomic u64[2]
out b15: atomic u64[len(b0)]
shared b16: u32[256]
shared b17: f16[256]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[65536] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_broadcast(i32(workgroup_size.x), (5u32 << 64u64) % 257)
let v1 = workgroup_broadcast(ctz(b15[me]), u32(true) % 257)
let v2 = workgroup_broadcast(i64(wid.z), u32(fixed_f64[4]) % 257)
let v3 = atomic_and(b15[me], v1, relaxed, device)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 31u32 % 257)
barrier grid
wait()
let v4 = (fixed_bool[128u32 % 8] ? grid_scan_min(v1) : grid_scan_and((v3 << v2)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4 >> 32)
