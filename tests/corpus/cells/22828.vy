// Program 22828 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22828
program conform_22828
workgroup 8, 4, 1
grid 24, 12, 1
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = 3
param p_u64: u64 = 38
param p_i64: i64 = -15
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288] @binding(7)
out b1: u32[288] @binding(14) @axis(0)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[6] @binding(28)
in fixed_u32: u32[7] @binding(35)
uniform fixed_i32: i32[4] @binding(5)
in fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[9] @binding(19) @cache(random)
in fixed_f32: f32[10] @binding(26)
in fixed_f64: f64[4] @binding(33)
uniform o10_7: i16[] @binding(3)
scratch b11: f32[288] @binding(10)
inout b12: u64[288, 1] @binding(17)
persistent b13: atomic i32[3] @binding(24)
scratch b14: atomic u32[288] @binding(31)
shared b15: u32[32] @binding(1)
shared b16: i32[32] @binding(8)
shared b17: atomic u32[1] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[9] @binding(41)
out relayed: u32[9] @binding(42)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_broadcast(b12[me, 3u32 % 2], ceil_div(b0[113], b0[p_u32 % 289]) % 33)
let v1 = workgroup_broadcast(fixed_i64[me & 7], 0u32 % 33)
let v2 = workgroup_broadcast(fixed_f32[(1679079806u32 % p_u32) % 11], 31u32 % 33)
let v3 = atomic_or(b14[me], 3u32, acquire)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (~(v3 / p_u32))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a4: u32[3]
a4[1] = min(p_u32, u32_at(bytes, v3 % 41))
let v5, v6 = f2(TABLE, 2147483647u32 % 14)
f3(b1[me..me + 1], clamp(u32(p_u32), (2147483647u32 + u32_at(bytes, 1437909545u32 % 41)), popcount(v3)))
let v7 = (bool(u64(workgroups.y)) ? grid_scan_and(i32(clamp(fixed_f64[me & 3], fixed_f64[v3 % 5], fixed_f64[me & 7]))) : grid_and(i32((v3 >> i32(workgroups.x)))))
b11[me] += ((v5 % 3 < 1) ? max(abs(fixed_f32[me & 3]), clamp(v2, v2, p_f32)) : (bool(i64(workgroups.x)) ? (-v2) : f32(0.1f32)))
block l8 {
if (rotl(255u32, fixed_i32[u32_at(bytes, p_u32 % 41) % 5]) % 4 == 1) {
leave l8
}
if (bool(u64(workgroups.z)) ? (p_bool & fixed_bool[2147483648u32 % 7]) : (fixed_f32[p_u32 % 11] <= fixed_f32[5u32 % 11])) {
leave l8
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(bits(v2)) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7)
