// Program 5732 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5732
program conform_5732 service
workgroup 4, 4, 3
grid 9, 4, 3
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = -14
param p_u64: u64 = 35
param p_i64: i64 = -2
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[144]
out b1: u32[144]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[11] @align(4)
in fixed_i32: i32[7] @align(8)
uniform fixed_u64: u64[3]
in fixed_i64: i64[6]
in fixed_f32: f32[5]
uniform fixed_f64: f64[10]
in b10: i8[1, 3]
persistent b11: u16[144]
inout b12: f64[144, 3]
scratch b13: f32[143]
persistent b14: atomic i64[2]
out b15: atomic i64[len(b0)] @range(994, 145)
mapped b16: u8[144]
mapped b17: f32[144]
mapped b18: atomic i32[144]
shared b19: u32[48]
shared b20: u8[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[576] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_load(fixed_i32[u32_at(bytes, 15) % 8])
let v1 = workgroup_load(fixed_u64[b0[96] % 4])
let v2 = workgroup_load(fixed_i64[64u32 % 7])
let v3 = atomic_sub(b15[me], v2)
b19[here] += clz(max(b16[me], p_u32))
b11[me] += rotr((fixed_bool[256u32 % 7] ? b11[me] : b16[me]), (bytes[me + 0] / 127u32))
let v4 = (atomic_and(b15[me], fixed_i64[p_u32 % 7], release, workgroup) | popcount(v2))
if me < 143 { b13[me] += (min(b13[me], f32(fixed_bool[me + 0])) + f32((unbits(0x7fefffffffffffffu64) < fixed_f64[64u32 % 11]))) }
if workgroup_broadcast(bool(u32_at(bytes, v4 % 41)), 32u32 % 49) {
let v5 = (popcount(atomic_xor(b15[me], fixed_i64[p_u32 % 7], acq_rel)) - 5i64)
}
barrier workgroup
var w6 = 4
while w6 > 0 && (w6 % 3 == 2 || grid_xor(fixed_bool[31u32 % 7])) {
w6 -= 1
var v7 = (fixed_bool[u32(p_f32) % 7] ? grid_and((b10[p_u32 % 2, 1] == 127i32)) : grid_xor(fixed_bool[5u32 % 7]))
var v8 = (bool(b0[2147483648u32 % 145]) || workgroup_load(fixed_bool[128u32 % 7]))
v8 = v8
var w9 = 0
while w9 < 5 && bool(i32(unbits(0xecfd9dc9u32))) {
w9 += 1
}
if (i64(fixed_f32[2147483647u32 % 6]) <= fixed_i64[min(1564952370u32, p_u32) % 7]) {
continue
}
}
hits[atomic_add(found[0], 1)] = ((p_bool ? b16[me] : b16[me]) ^ b16[me])
if (fixed_bool[128u32 % 7] && grid_load(fixed_bool[489951189u32 % 7])) {
atomic_add(b14[1217945086u32 % 3], v2, release)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
