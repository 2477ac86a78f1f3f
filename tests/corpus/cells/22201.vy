// Program 22201 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22201
program conform_22201
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 15
param p_u64: u64 = 17
param p_i64: i64 = -26
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31] @range(120, 2)
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[9]
in fixed_i64: i64[8]
uniform fixed_f32: f32[11] @cache(streaming)
uniform fixed_f64: f64[5]
in b10: u8[4, 2]
inout b11: u64[31]
inout b12: u8[31]
inout b13: f32[33, 3]
inout b14: i32[32, 1]
out b15: u8[32]
inout b16: atomic u32[2]
inout b17: atomic u64[31]
shared b18: u32[1]
shared b19: u64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1984] @count(found)
scratch turn: atomic i32[31]
out relayed: u32[31]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min((b14[me, 128u32 % 1] | fixed_i32[me & 3]))
let v1 = workgroup_iscan_min(b11[me])
let v2 = workgroup_iscan_min(max(fixed_i64[me & 7], fixed_i64[me & 3]))
let v3 = atomic_or(b17[me], 16990419u64, acq_rel, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (u32(fixed_i32[b11[me] % 9]) % rotr(31u32, fixed_u64[me & 1]))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b19, 2, fixed_u64, u32(b10[p_u32 % 5, 1]) % 10, 3u32 % 2)
barrier grid
wait()
assert me < 9 || fixed_bool[(fixed_bool[p_u32 % 8] ? p_u32 : 4294967295u32) % 8], "{}", (fixed_f32[b10[p_u32 % 5, 1] % 12] - fixed_f32[me & 1])
var w4 = 0
loop {
w4 += 1
if w4 > 4 { break }
block l5 {
hits[atomic_add(found[0], 1)] = ceil_div(u32(395378279i64), b10[me & 1, 1])
b16[984060981u32 % 3] -= b0[p_u64 % 32]
if ((fixed_bool[u32_at(bytes, p_u32 % 41) % 8] ? fixed_f64[fixed_u32[me & 1] % 6] : fixed_f64[p_u32 % 6]) == f64(v1)) { continue }
}
if fixed_bool[4294967295u32 % 8] { continue }
}
barrier grid
block l6 {
var v7 = ceil_div(clamp(u32_at(bytes, (~32u32) % 41), bytes[(1903902703u32 / b10[0, 1]) % 41], b0[(-1i32) % 32]), workgroup_size.z)
if fixed_bool[4294967295u32 % 8] {
leave l6
}
b11[me] = reverse((v3 >> u64_at(bytes, v0 % 41)))
if (fixed_bool[fixed_u32[5] % 8] && (u32_at(bytes, b0[p_u32 % 32] % 41) == workgroups.z)) {
leave l6
}
b14[me, 0] = b14[(me * 5 + 4) % 32, 0] + grid_max((v0 & (b14[me + 2, (861547984u32 - 418123898u32) % 1] << v2)))
let v8 = i32((true || true))
if (!fixed_bool[u64_at(bytes, 7) % 8]) {
barrier grid
leave l6
}
if (p_f32 <= round(fixed_f32[127u64 % 12])) {
let v9 = grid_scan_or(v0)
barrier grid
leave l6
}
barrier grid
}
let v10 = mulhi(u64(fixed_i64[u32(b0[2]) % 9]), fixed_u64[2u32 % 10])
let v11 = grid_broadcast(p_u32, u32(1.0f32) % 32)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v10) + u32(v11)
