// Program 91691 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 91691
program conform_91691
workgroup 7, 1, 1
grid 21, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = -7
param p_u64: u64 = 38
param p_i64: i64 = -38
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21]
out b1: u32[len(b0)] @range(10, 15)
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[5]
in fixed_i32: i32[5]
in fixed_u64: u64[10]
uniform fixed_i64: i64[6]
uniform fixed_f32: f32[11]
in fixed_f64: f64[10]
uniform b10: u8[6, 1]
out b11: f64[21]
persistent b12: i64[23]
scratch b13: bool[22, 3] @live
inout b14: u8[20]
persistent b15: f64[len(b0), 3]
persistent b16: atomic u64[4]
scratch b17: atomic u32[21] @align(128)
shared b18: u32[7]
shared b19: f64[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_add(i64(u64(fixed_i32[me & 3])))
let v1 = workgroup_iscan_min(b10[me & 1, b0[me + 0] % 2])
let v2 = workgroup_iscan_min(586072880i32)
let v3 = atomic_max(b17[me], p_u32)
barrier workgroup
async_copy(b19, 1, fixed_f64, (1542858982u32 % grid_size.x) % 11, 0)
barrier grid
wait()
atomic_sub(b16[p_u32 % 5], ((fixed_u64[v3 % 11] & p_u64) & (fixed_bool[(p_u32 * v3) % 4] ? fixed_u64[me & 1] : p_u64)), acquire)
let v4 = (bool(33u32) ? grid_iscan_max(u64(v1)) : grid_max(u64(i64(grid_size.x))))
each i in 0i32..21 {
var w6 = 0
loop {
w6 += 1
if w6 > 4 { break }
b11[i] *= f64(reverse((v4 & fixed_u64[b10[p_u32 % 7, 0] % 11])))
if false { break }
}
}
var v7 = (abs(fixed_i64[127u32 % 7]) + workgroup_broadcast(v0, workgroup_size.x % 8))
b11[me] = (-max(p_f64, unbits(0x8000000000000000u64)))
if me <= len(b1) { b11[me] = (-clamp(p_f64, fixed_f64[b10[me & 1, 0] % 11], unbits(0xd8acad683037c3afu64))) }
if ((fixed_f64[32i32 % 11] == 2.5f64) & (fixed_bool[2147483648u32 % 4] ? p_bool : fixed_bool[b10[4, 0] % 4])) {
let v8 = grid_max((i64(workgroup_size.y) % b12[me]))
var v9 = clz(fixed_i64[(false ? 31u32 : 4294967295u32) % 7])
v9 = i64(f32((fixed_u32[bytes[12] % 6] & bytes[u32(false) % 41])))
let v10 = grid_broadcast(abs(i64(fixed_bool[me & 3])), bytes[24] % 22)
} else {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, reverse(0u32) % 8)
wait()
}
let v11 = workgroup_max(unbits(0x7f800000u32))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v7 >> 32) + u32(bits(v11))
