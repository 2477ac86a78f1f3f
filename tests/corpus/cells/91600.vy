// Program 91600 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 91600
program conform_91600
workgroup 33, 1, 1
grid 255, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = 16
param p_u64: u64 = 11
param p_i64: i64 = -32
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[264]
out b1: u32[264] @align(2)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[10]
in fixed_i32: i32[5]
in fixed_u64: u64[11]
uniform fixed_i64: i64[3] @axis(0)
uniform fixed_f32: f32[3]
in fixed_f64: f64[6]
uniform b10: u8[9, 2]
scratch b11: f32[266]
out b12: bool[265]
inout b13: u16[264]
inout b14: f32[264, 2]
inout b15: atomic u64[4]
out b16: atomic u64[264]
shared b17: u32[33]
shared b18: i32[33]
shared b19: atomic u64[33]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1056] @count(found)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_and(fixed_i64[me & 1])
let v1 = subgroup_iscan_or((63i64 != p_i64))
let v2 = subgroup_iscan_or((rotl(u32_at(bytes, 801949267u32 % 41), p_u64) % (~1551375458u32)))
let v3 = subgroup_iscan_or(rotr(fixed_i32[me & 1], b18[here]))
let v4 = subgroup_iscan_or(((u64_at(bytes, v2 % 41) >> 18446744073709551615u64) >> v0))
let v5 = subgroup_iscan_or(p_i64)
let v6 = subgroup_iscan_xor((bool(v4) && (63i32 != v3)))
let v7 = subgroup_iscan_xor(popcount(p_u32))
let v8 = subgroup_iscan_xor(v3)
let v9 = subgroup_iscan_xor(u64(fixed_f64[me & 1]))
let v10 = subgroup_iscan_xor((v5 / i64(v9)))
let v11 = atomic_or(b16[me], p_u64)
var a12: f32[1]
a12[0] = f32(v10)
let v13, v14 = f2(a12, (~b0[82]) % 14)
f3(b1[me..me + 2], u32(b18[here]))
let v15 = workgroup_max((fixed_f64[me & 7] + fixed_f64[me & 3]))
let v16 = ((fixed_bool[33u32 % 11] ? true : fixed_bool[u64(2.5f64) % 11]) ? grid_broadcast(f64(v2), 4294967294u32 % 265) : (fixed_bool[v7 % 11] ? fixed_f64[me & 3] : v15))
region "r17" {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11 >> 32) + u32(bits(a12[0])) + u32(bits(v13)) + u32(v14) + u32(bits(v15) >> 32) + u32(bits(v16) >> 32)
