// Program 47294 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47294
program conform_47294
workgroup 33, 1, 1
grid 28, 1, 1
param p_bool: bool = false
param p_u32: u32 = 23
param p_i32: i32 = -2
param p_u64: u64 = 26
param p_i64: i64 = -4
param p_f32: f32 = 6.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[9]
in fixed_i32: i32[4]
uniform fixed_u64: u64[11]
in fixed_i64: i64[4]
in fixed_f32: f32[10]
uniform fixed_f64: f64[6]
in o10_14: u8[, 2]
scratch b11: f32[33]
scratch b12: u16[35]
scratch b13: i16[35, 1] @live
persistent b14: i8[33]
out b15: atomic i32[4]
out b16: atomic u32[33]
shared b17: u32[33] @align(64)
shared b18: f32[33]
shared b19: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[132] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or(1476244451u32)
let v1 = grid_scan_or(fixed_i32[v0 % 5])
let v2 = grid_scan_or(fixed_u64[me & 1])
let v3 = atomic_min(b16[me], v0, acquire, device)
barrier workgroup
async_copy(b18, 1, fixed_f32, 3u32 % 11, 29)
barrier grid
wait()
let v4 = (bool(fixed_i64[(255u32 * u32_at(bytes, p_u32 % 41)) % 5]) ? workgroup_scan_and(min(i32(fixed_f64[me & 3]), (b13[me, clz(v0) % 1] % p_i32))) : workgroup_load(fixed_i32[2u64 % 5]))
if me < 33 { b14[me] += i32((-fixed_u64[me & 3])) }
let v5 = grid_load(fixed_i64[b0[29] % 5])
for k6 in 4294967295u32 % 2..1 + u32(unbits(0x696c7b1b7f2afae9u64)) % 3 {
let v7 = (max(v5, v5) + workgroup_load(fixed_i64[v5 % 5]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4) + u32(v5)
