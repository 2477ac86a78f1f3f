// Program 12713 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12713
program conform_12713
workgroup 31, 1, 1
grid 89, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = -4
param p_u64: u64 = 35
param p_i64: i64 = -30
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93]
out b1: u32[93]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[9]
in fixed_i32: i32[4]
in fixed_u64: u64[11]
uniform fixed_i64: i64[7]
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: i8[4] @align(8) @cache(streaming)
inout b11: i8[93]
persistent b12: f64[93]
scratch b13: u32[95, 1, 3] @live
persistent b14: atomic u32[3]
scratch b15: atomic u64[len(b0)]
shared b16: u32[31]
shared b17: i8[31]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_xor(TABLE[mulhi(p_u32, b13[me, 0, 2]) % 10])
let v1 = workgroup_xor(b10[(false ? v0 : v0) % 5])
let v2 = workgroup_xor(u64(fixed_u64[me & 7]))
let v3 = atomic_compare_exchange(b15[me], 1u64, v2)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 27)
wait()
b14[fixed_u32[me & 3] % 4] += v0
block l4 {
let v5 = grid_add(bytes[v0 % 41])
if wid.x % 4 == 1 {
leave l4
}
if (fixed_bool[v0 % 12] ? workgroup_broadcast(fixed_bool[me & 7], u32(fixed_f64[p_u32 % 6]) % 32) : (fixed_bool[v1 % 12] ? fixed_bool[me & 1] : fixed_bool[me & 3])) {
}
if (bool(i32(workgroups.x)) && workgroup_scan_and(fixed_bool[me & 1])) {
leave l4
}
}
let v6 = grid_scan_or(clamp(mulhi(fixed_u64[me & 3], v2), bits(fixed_f64[v1 % 6]), u64(fixed_f64[me & 3])))
b11[me] = (i32(i64(i64(grid_size.y))) * (p_bool ? b17[here] : i32(fixed_f32[me & 7])))
b11[me] = clz((0i32 << v3))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v6)
