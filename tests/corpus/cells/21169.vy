// Program 21169 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 21169
program conform_21169
workgroup 32, 1, 1
grid 95, 1, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = -1
param p_u64: u64 = 31
param p_i64: i64 = -39
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @binding(7) @cache(streaming)
out b1: u32[len(b0)] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[8] @binding(28)
in fixed_u32: u32[10] @binding(35)
in fixed_i32: i32[7] @binding(5)
in fixed_u64: u64[5] @binding(12)
in fixed_i64: i64[5] @binding(19) @cache(streaming)
in fixed_f32: f32[6] @binding(26)
uniform fixed_f64: f64[4] @binding(33)
uniform b10: u16[6, 1] @binding(3)
out b11: f32[98] @binding(10)
persistent b12: u64[98] @binding(17)
out b13: atomic i64[4] @binding(24)
persistent b14: atomic i64[96] @binding(31)
shared b15: u32[32] @binding(1)
shared b16: u32[32] @binding(8)
shared b17: atomic u64[3] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[3] @binding(41)
out relayed: u32[3] @binding(42)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_max(bytes[me + 0])
var v3 = (u64(y1) + grid_broadcast(fixed_u64[me & 3], 1u32 % 97) * grid_load(fixed_u64[18446744073709551615u64 % 6]))
if ((false ? fixed_f64[4294967295u32 % 5] : unbits(0x6307bb86d180d85fu64)) != trunc(fixed_f64[2147483647u32 % 5])) { return mulhi(836626021u32, TABLE[b10[me & 3, 0] % 10]) }
v3 = (fixed_bool[b0[p_u32 % 97] % 9] ? abs(v3) : u64(y1))
return u32_at(bytes, v2 % 41)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_xor(fixed_i64[me & 3])
let v5 = workgroup_iscan_add((b0[me + 2] >> len(b0)))
let v6 = workgroup_iscan_add(fixed_i32[me & 1])
let v7 = atomic_min(b14[me], v4)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = clamp(u32(p_f32), 128u32, (2147483647u32 ^ u32_at(bytes, (v6 >> 1i32) % 41)))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a8: u32[1]
a8[0] = u32(fixed_u64[me & 7])
let v9, v10 = f2(fixed_u32[p_u32 % 6..b10[1, 0] % 14], (v5 / v5) % 14)
f3(b1[me..me + 2], v9)
atomic_add(b13[v5 % 5], (rotr(i64(workgroup_size.x), a8[v9 % 2]) << abs(a8[63u32 % 2])), relaxed, device)
let v11 = (f32(unbits(0x1655398du32)) + grid_broadcast(-1.5f32, bytes[p_u32 % 41] % 97) * grid_load(fixed_f32[4294967295u32 % 7]))
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(a8[0]) + u32(v9) + u32(v10) + u32(bits(v11))
