// Program 1723 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1723
program conform_1723
workgroup 64, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -10
param p_u64: u64 = 27
param p_i64: i64 = -9
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[8]
in fixed_i32: i32[5] @align(32)
uniform fixed_u64: u64[11]
uniform fixed_i64: i64[3]
in fixed_f32: f32[11] @axis(0)
in fixed_f64: f64[3]
in b10: i8[5, 3]
scratch b11: f32[66, 1]
inout b12: i16[64, 3]
scratch b13: i8[64] @live
inout b14: bool[64]
persistent b15: atomic i32[3]
scratch b16: atomic u64[64] @cache(streaming)
shared b17: u32[64]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_and(31u32)
let v1 = workgroup_and(clamp(fixed_i32[v0 % 6], b10[u32_at(bytes, 6) % 6, 1], b12[me, 1]))
let v2 = workgroup_and(atomic_load(b16[me], relaxed, workgroup))
let v3 = atomic_exchange(b16[me], v2, relaxed, workgroup)
b12[me, 1] ^= grid_scan_and((fixed_i32[me + 2] | fixed_i32[me + 1]))
barrier workgroup
let v4 = reverse(clamp(fixed_i64[v0 % 4], fixed_i64[me + 0], fixed_i64[3i64 % 4]))
atomic_sub(b15[b1[me] % 4], v1, relaxed, system)
block l5 {
let v6 = (mulhi(v0, v0) + grid_xor(abs(u32(4294967295u64))))
let v7 = (p_i32 + fixed_i32[(-886155661u64) % 6])
let v8 = v4
if fixed_bool[(64u32 >> 2147483648u32) % 9] {
leave l5
}
atomic_add(b15[0u32 % 4], v1, release, workgroup)
b12[me, 1] = clamp(clz(v1), v1, clz(fixed_i32[v1 % 6]))
let v9 = grid_xor(256u64)
if fixed_bool[b0[54] % 9] {
leave l5
}
}
b11[me, 0] = f32((p_bool ? unbits(0x77b94be50928ef87u64) : fixed_f64[b17[here] % 4]))
b11[me, 0] = fixed_f32[v4 % 12]
atomic_add(b15[u32(v4) % 4], reverse(fixed_i32[max(v4, p_i64) % 6]), acq_rel, system)
b11[me, 0] = (f32(fixed_f32[v0 % 12]) + grid_load(fixed_f32[0u32 % 12]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
