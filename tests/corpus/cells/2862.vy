// Program 2862 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2862
program conform_2862
workgroup 2, 3, 1
param p_grid: u32 = 6
grid p_grid + 1, 3, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = 16
param p_u64: u64 = 18
param p_i64: i64 = -32
param p_f32: f32 = 3.25
param p_f64: f64 = -7.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[24]
out b1: u32[24] @range(10, 39)
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[3]
uniform fixed_i32: i32[5]
in fixed_u64: u64[10]
in fixed_i64: i64[10]
in fixed_f32: f32[11]
in fixed_f64: f64[8]
uniform b10: i8[8, 1]
scratch b11: u64[24, 1] @align(2)
inout b12: u64[26, 2, 1]
persistent b13: u16[25] @axis(0)
inout o14_24: u8[]
persistent b15: atomic i32[1] @axis(0)
persistent b16: atomic u64[24] @align(4)
shared b17: u32[6]
shared b18: i32[6]
shared b19: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[4]
out relayed: u32[4]
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_min(u32(u64(lid.z)))
var v3 = ((b0[b0[15] % 25] >= b0[(fixed_u32[p_u32 % 4] % u32_at(bytes, p_u32 % 41)) % 25]) ? grid_load(b0[(128u32 % b0[p_u32 % 25]) % 25]) : grid_max((v2 + u32(fixed_i32[me & 3]))))
v3 = u32(u32(p_i32))
if (fixed_bool[127u32 % 9] ? (fixed_bool[u32_at(bytes, 33) % 9] ^ fixed_bool[fixed_i64[p_u32 % 11] % 9]) : fixed_bool[max(128u32, 4294967295u32) % 9]) { return (-v3) }
b13[me] += ((p_u32 | fixed_u32[me & 7]) ^ rotl(b13[me], p_i32))
return v2
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(reverse(4294967294u32), rotl(fixed_i32[1u32 % 6], ceil_div(p_u64, 127u64)))
let v5 = grid_scan_min(v4)
let v6 = grid_scan_min(p_i32)
let v7 = grid_scan_min(p_u64)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = v5
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a8: f64[4]
a8[2] = abs(fixed_f64[me & 3])
let v9, v10 = f2(fixed_f64, v4 % 14)
var a11: i64[4]
a11[v10 % 4] += clz(min(fixed_i64[me & 7], fixed_i64[(-v10) % 11]))
let v12 = a11[v4 % 4]
if (b0[b0[18] % 25] % 3 >= 1) {
b11[me, 0] -= grid_xor(u64(gid.y))
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(bits(a8[2])) + u32(bits(v9) >> 32) + u32(v10) + u32(a11[2]) + u32(v12 >> 32)
