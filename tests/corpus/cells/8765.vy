// Program 8765 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8765
program conform_8765
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = -1
param p_u64: u64 = 17
param p_i64: i64 = -7
param p_f32: f32 = 6.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128] @align(256)
out b1: u32[128]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[11]
in fixed_u64: u64[6]
in fixed_i64: i64[9]
in fixed_f32: f32[9]
uniform fixed_f64: f64[3]
in b10: i8[3, 3]
persistent b11: bool[128] @cache(random)
persistent b12: i64[127] @align(8)
out b13: i64[129, 2] @range(880, 116)
inout b14: i32[130, 3]
persistent b15: atomic u64[4]
out b16: atomic i64[128]
shared b17: u32[32]
shared b18: u8[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_xor(i32(clamp(fixed_u64[4294967295u32 % 7], fixed_u64[u32_at(bytes, 27) % 7], fixed_u64[me + 0])))
let v1 = grid_xor(min(3u64, ctz(fixed_u64[0u32 % 7])))
let v2 = grid_xor(fixed_i64[64u32 % 10])
let v3 = atomic_load(b16[me])
if (v0 != (fixed_bool[v0 % 9] ? v0 : v0)) {
b14[me, 1] = v0
if workgroup_broadcast(false, 4294967294u32 % 33) {
var v4 = workgroup_load(fixed_i32[p_u32 % 12])
v4 = ((fixed_bool[33u32 % 9] ? 128i32 : v4) ^ (p_bool ? p_i32 : 64i32))
} else {
if fixed_bool[881408568i32 % 9] {
barrier workgroup
async_copy(b17, 1, b0, (p_u32 << p_u32) % 129, 25)
wait()
if me < len(b1) { b11[me] = (!(!b11[me])) }
} else {
let v5 = workgroup_add(fixed_f64[4294967295u32 % 4])
let v6 = trunc(fixed_f32[u32_at(bytes, 1) % 10])
}
region "r7" {
barrier workgroup
}
}
barrier workgroup
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
