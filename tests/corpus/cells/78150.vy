// Program 78150 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 78150
program conform_78150
workgroup 4, 4, 3
param p_grid: u32 = 11
grid p_grid + 1, 16, 3
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = 6
param p_u64: u64 = 15
param p_i64: i64 = -17
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[576]
out b1: u32[576] @range(676, 1164)
in bytes: u8[40] @align(2)
in fixed_bool: bool[6]
in fixed_u32: u32[8]
in fixed_i32: i32[5]
in fixed_u64: u64[5]
in fixed_i64: i64[6]
in fixed_f32: f32[8]
uniform fixed_f64: f64[11]
in b10: u16[7, 2]
out b11: f64[577, 2]
inout o12_1152: u32[, 2, 1]
inout o13_1152: i32[, 2]
out b14: atomic i32[1]
persistent b15: atomic i64[576]
shared b16: u32[48]
shared b17: u64[48]
shared b18: atomic i32[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2304] @count(found)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_and((fixed_i64[me + 2] & p_i64))
let v1 = workgroup_or(fixed_bool[b10[p_u32 % 8, 1] % 7])
let v2 = workgroup_or((true ? (p_bool ? b10[b1[me] % 8, (0u32 | 1u32) % 2] : b0[(7u32 | wid.y) % 577]) : u32(p_bool)))
let v3 = atomic_max(b15[me], v0, relaxed, system)
var a4: i32[1]
a4[0] = o13_1152[me, 64u32 % 2]
let v5, v6 = f2(a4, min(b0[me + 0], v2) % 14)
f3(b1[me..me + 2], (fixed_bool[me + 0] ? lid.x : u32(fixed_u64[me + 1])))
atomic_add(b14[v2 % 2], (v1 ? (v1 ? v5 : atomic_or(b18[here], v5, acq_rel)) : i32(fixed_u32[v2 % 9])))
b16[here] += rotr((true ? (v2 ^ 4294967295u32) : popcount(b10[TABLE[p_u32 % 10] % 8, 1])), i64(i64(v0)))
var v7 = grid_or(fixed_u64[14328073u64 % 6])
v7 = workgroup_xor(fixed_u64[mulhi(v6, v6) % 6])
var a8: f64[2]
a8[(v2 - v6) % 2] = f64(max(clamp(v7, b17[here], v7), (v7 & u64_at(bytes, v2 % 41))))
let v9 = a8[(v2 << fixed_u64[p_u32 % 6]) % 2]
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(a8[1]) + u32(v9)
