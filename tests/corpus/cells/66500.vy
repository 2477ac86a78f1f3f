// Program 66500 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 66500
program conform_66500
workgroup 33, 1, 1
grid 66, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -3
param p_u64: u64 = 20
param p_i64: i64 = -21
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66] @range(135, 128)
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[3]
in fixed_i32: i32[4]
uniform fixed_u64: u64[3]
in fixed_i64: i64[7]
in fixed_f32: f32[10]
in fixed_f64: f64[6] @axis(0)
in b10: u8[5, 3]
out b11: f64[67, 2]
out b12: u32[67, 1]
out b13: atomic u64[3]
scratch b14: atomic i64[66] @live
shared b15: u32[33]
shared b16: i32[33]
shared b17: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_broadcast(1332809664u64, workgroup_size.y % 34)
let v1 = workgroup_broadcast((fixed_bool[128u32 % 12] ? fixed_i64[4294967294u32 % 8] : atomic_load(b14[me])), (4294967295u32 ^ fixed_u32[p_u32 % 4]) % 34)
let v2 = workgroup_broadcast(fixed_f32[b0[me + 1] % 11], p_u32 % 34)
let v3 = atomic_min(b14[me], v1, acquire, workgroup)
b13[2u32 % 4] -= u64((b16[here] != 3i32))
var v4 = (bool(fixed_f64[workgroups.x % 7]) ? workgroup_xor(((b16[here] ^ (-1i32)) + i32(32i32))) : (fixed_i32[u32(571919506i32) % 5] % p_i32))
b11[me, 1] += (-fma(fixed_f64[me + 1], unbits(0xd90bb3208272971fu64), fixed_f64[32u32 % 7]))
var v5 = workgroup_max((fixed_f64[v0 % 7] / fixed_f64[me + 1]))
v5 += f64((u64_at(bytes, b10[p_u32 % 6, 1] % 41) >= v0))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
