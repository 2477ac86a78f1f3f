// Program 3612 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3612
program conform_3612
workgroup 257, 1, 1
grid 17, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = -9
param p_u64: u64 = 26
param p_i64: i64 = -18
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[257]
out b1: u32[257]
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[7]
in fixed_i32: i32[7]
in fixed_u64: u64[10]
uniform fixed_i64: i64[9] @axis(0)
in fixed_f32: f32[9]
in fixed_f64: f64[5] @align(1)
uniform b10: i16[4]
persistent b11: u8[257]
out b12: bool[258, 2]
inout b13: atomic u32[4]
inout b14: atomic i64[257] @align(1)
shared b15: u32[257]
shared b16: u64[257] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1028] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (fixed_f64[(b0[213] % b0[p_u32 % 258]) % 6] + f64(fixed_u64[x0 % 11]))
v2 += -0.0f64
v2 = v2
if bool((fixed_bool[b0[me + 0] % 10] ? x0 : u32_at(bytes, (-fixed_i32[5]) % 41))) {
} else {
}
return ((x0 % 3 >= 2) ? (fixed_bool[bytes[p_u32 % 41] % 10] ? u32_at(bytes, (-x0) % 41) : x0) : x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_and(256u64)
let v4 = grid_and(atomic_compare_exchange(b14[me], 9223372036854775807i64, 31i64, acquire, workgroup))
let v5 = grid_or(bool(fixed_f32[len(bytes) % 10]))
let v6 = atomic_xor(b14[me], v4)
atomic_add(b13[b15[here] % 5], (b12[me, 1] ? 64u32 : TABLE[b11[me] % 10]), acq_rel, device)
let v7 = (v5 ? workgroup_xor(rotr(b15[here], atomic_load(b14[me], acquire, device))) : workgroup_iscan_max(reverse((fixed_bool[me + 1] ? b11[me] : b11[me]))))
barrier grid
let v8 = f0(rotl(ctz(v7), reverse(b10[p_u32 % 5])), fixed_i32[me + 1])
if bool((bytes[p_u32 % 41] % b0[p_u32 % 258])) {
b16[here] = (bool(fixed_f64[rotl(b11[p_u32 % 258], v7) % 6]) ? v3 : u64((v5 ? v3 : p_u64)))
var v9 = p_i32
}
let n10 = fixpoint k11 in 0..3 {
barrier grid
block l12 {
var v13 = (bool(fixed_f32[32i32 % 10]) || bool(v3))
b11[me] = (u32(v4) >> fixed_i32[(v5 ? b15[me + 0] : u32_at(bytes, p_u32 % 41)) % 8])
barrier grid
b1[me] += (b0[63u32 % 258] | (u32_at(bytes, 453319785u32 % 41) * gid.x))
if bool((p_bool ? 16777217.0f32 : fixed_f32[63u32 % 10])) {
leave l12
}
}
if k11 < 1 && (!bool(v7)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(n10)
