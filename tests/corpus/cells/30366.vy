// Program 30366 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30366
program conform_30366
workgroup 2, 3, 1
grid 8, 9, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = 4
param p_u64: u64 = 30
param p_i64: i64 = -34
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[8]
uniform fixed_i32: i32[3]
in fixed_u64: u64[4]
uniform fixed_i64: i64[10]
in fixed_f32: f32[4]
in fixed_f64: f64[10]
uniform b10: u16[9, 2]
persistent b11: f64[72]
scratch b12: i16[72, 3]
inout b13: i8[73, 3]
persistent b14: u64[73]
scratch b15: atomic u64[3]
out b16: atomic u32[72]
shared b17: u32[6]
shared b18: f64[6]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[12]
out relayed: u32[12]
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_and(fixed_u32[me & 1])
let v1 = workgroup_scan_and(fixed_i32[me & 1])
let v2 = workgroup_scan_and(fixed_u64[i32(grid_size.y) % 5])
let v3 = atomic_max(b16[me], b10[me & 7, 1], release)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = min(min(v0, 4294967295u32), (true ? v3 : b10[p_u32 % 10, (v3 % v0) % 3]))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a4: bool[4]
a4[2] = (fixed_bool[u32_at(bytes, p_u32 % 41) % 8] || fixed_bool[me & 3])
let v5, v6 = f2(fixed_bool[64u32 % 6..SUM % 14], v3 % 14)
f3(b1[me..me + 1], min(bits(fixed_f32[32u32 % 5]), (p_u32 + 4294967295u32)))
barrier workgroup
async_copy(b18, 2, fixed_f64, min(4294967295u32, 255u32) % 11, 1220002256u32 % 7)
wait()
b15[p_u32 % 4] -= 4294967296u64
let v7 = ((fixed_bool[p_u32 % 8] ? fixed_bool[4294967295u32 % 8] : fixed_bool[fixed_u64[1] % 8]) ? workgroup_min((b11[me] + b11[me])) : workgroup_max(unbits((v2 & 32u64))))
let v8 = (fixed_f64[33u32 % 11] + grid_add(floor(fixed_f64[me & 1])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(bits(v7) >> 32) + u32(bits(v8) >> 32)
