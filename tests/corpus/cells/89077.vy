// Program 89077 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 89077
program conform_89077
workgroup 5, 1, 1
grid 17, 1, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = 19
param p_u64: u64 = 32
param p_i64: i64 = -24
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[7] @cache(random)
in fixed_i32: i32[6]
in fixed_u64: u64[3]
in fixed_i64: i64[9] @cache(streaming)
in fixed_f32: f32[8]
in fixed_f64: f64[7]
in b10: u8[6, 3]
persistent b11: i8[19, 1] @align(2)
out b12: i32[22, 1]
out b13: u32[20]
scratch b14: u16[21, 1]
inout b15: atomic u32[4]
inout o16_20: atomic i32[]
shared b17: u32[5]
shared b18: i32[5]
shared b19: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[4]
out relayed: u32[4]
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_xor(u32(false))
let v3 = ((fixed_bool[ceil_div(grid_size.x, 7u32) % 12] ? fixed_bool[u32(-3.0f64) % 12] : fixed_bool[p_u32 % 12]) ? grid_max(reverse(y1)) : grid_iscan_add(min(b12[me, 0], 33i32)))
b12[me, 0] += ((fixed_bool[me & 7] ^ fixed_bool[me & 3]) ? p_i32 : y1)
if grid_any(fixed_bool[me & 3]) {
} else {
}
return rotl((fixed_bool[x0 % 12] ? 256u32 : x0), abs(u64_at(bytes, p_u32 % 41)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_and(max(fixed_i64[me & 7], fixed_i64[me & 7]))
let v5 = workgroup_scan_or(bool(b10[me & 7, reverse(b13[me]) % 3]))
let v6 = workgroup_scan_or(b1[me])
o16_20[me] = clamp(clamp(255i32, p_i32, 808770396i32), atomic_max(o16_20[me], 1101617511i32, acq_rel), i32(atomic_xor(o16_20[me], 1614467300i32, acq_rel)))
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((gid.z / p_u32) | (-v6))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a7: i32[4]
a7[2] = (v5 ? b18[here] : fixed_i32[b17[here] % 7])
let v8, v9 = f2(fixed_i32[33u32 % 6..v6 % 14], 32u32 % 14)
f3(b1[me..me + 2], (256u32 << (fixed_u64[me & 7] + 1396217389u64)))
atomic_sub(b15[b0[me & 3] % 5], u32(fixed_f32[me & 1]))
let v10 = workgroup_or(fixed_bool[me & 1])
let v11 = max(fixed_i32[128i32 % 7], rotl(fixed_i32[1797460736u32 % 7], SUM))
var v12 = ((fixed_u32[342125225u32 % 8] - b0[p_u32 % 21]) + grid_min(v6) * grid_xor(v6))
v12 += max(b0[v12 % 21], u32(p_i64))
let v13 = grid_load(fixed_f64[p_u32 % 8])
v12 = grid_broadcast(grid_size.z, 5u32 % 21)
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(a7[2]) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(bits(v13) >> 32)
