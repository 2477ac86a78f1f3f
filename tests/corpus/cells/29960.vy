// Program 29960 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 29960
program conform_29960
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 24
param p_i32: i32 = -5
param p_u64: u64 = 11
param p_i64: i64 = -38
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[5]
in fixed_i32: i32[5]
in fixed_u64: u64[10]
in fixed_i64: i64[8]
uniform fixed_f32: f32[8]
in fixed_f64: f64[4]
in o10_3: u8[]
inout b11: u8[1]
out b12: i32[3]
persistent b13: i64[len(b0), 1]
out b14: bool[len(b0), 2, 1] @range(2, 0)
persistent b15: atomic u64[3]
persistent b16: atomic u64[1]
shared b17: u32[1]
shared b18: u8[1]
shared b19: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_max(x0)
let v3 = ((fixed_bool[u32(fixed_i32[2]) % 7] && p_bool) ? workgroup_iscan_and(bits(p_f64)) : workgroup_scan_or(7u64))
block l4 {
let v5 = clamp(unbits(0x1u32), (fixed_f32[me & 3] - fixed_f32[me & 3]), round(-0.0f32))
if bool(p_i32) {  }
}
return bits((-fixed_f32[fixed_i64[me & 7] % 9]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = subgroup_max(p_u64)
let v7 = subgroup_max(i64(31u64))
let v8 = subgroup_max((fixed_f32[2147483648u32 % 9] + -1.0f32))
let v9 = subgroup_max((fixed_bool[me & 7] ? fixed_f64[me & 3] : p_f64))
let v10 = subgroup_and(b14[me, 1, 0])
let v11 = subgroup_and(ctz(fixed_u32[me & 7]))
let v12 = subgroup_and(i32(v7))
let v13 = subgroup_and(popcount(u64(v7)))
let v14 = subgroup_and(v7)
let v15 = subgroup_or((p_u64 < fixed_u64[me & 1]))
let v16 = subgroup_or(wid.y)
let v17 = atomic_exchange(b16[me], v13, release)
var a18: bool[3]
a18[1] = (p_i64 > 32i64)
let v19, v20 = f2(a18, v11 % 14)
f3(b1[me..me + 2], (u32(v8) + (a18[u32(v12) % 4] ? v20 : 7u32)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, o10_3[2] % 2)
wait()
atomic_add(b15[b0[me & 7] % 4], v13, relaxed, workgroup)
let v21 = grid_xor(bool(reverse(u64_at(bytes, v11 % 41))))
b12[me] += v12
b17[here] = ceil_div(u32(v19), rotr(1679245795u32, atomic_and(b16[me], v13)))
b1[me] = ((v21 && fixed_bool[me & 3]) ? wid.x : rotr(v20, v12))
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(bits(v8)) + u32(bits(v9) >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(v14) + u32(v15) + u32(v16) + u32(v17 >> 32) + u32(a18[1]) + u32(v19) + u32(v20) + u32(v21)
