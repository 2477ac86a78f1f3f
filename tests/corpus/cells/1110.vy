// Program 1110 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1110
program conform_1110
workgroup 31, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 3
param p_u64: u64 = 1
param p_i64: i64 = -3
param p_f32: f32 = 4.25
param p_f64: f64 = -3.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[9] @cache(temporal)
in fixed_i32: i32[11]
uniform fixed_u64: u64[11]
uniform fixed_i64: i64[5]
in fixed_f32: f32[4]
in fixed_f64: f64[7]
uniform b10: u8[5, 1]
out b11: u16[32]
inout b12: u8[33]
scratch b13: atomic u32[1] @live
scratch b14: atomic i32[31] @live
shared b15: u32[31]
shared b16: u8[31]
shared b17: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[124] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_add((fixed_i32[me + 0] << fixed_u64[me + 2]))
let v1 = workgroup_scan_add(fixed_u64[(u64_at(bytes, 22) + u64_at(bytes, 24)) % 12])
let v2 = workgroup_scan_add(p_i64)
atomic_store(b14[me], ctz((v0 - v0)))
atomic_store(b14[me], 7i32)
b1[me] = rotl(TABLE[4294967294u32 % 10], v0)
let v3 = (63i64 + workgroup_load(fixed_i64[p_u32 % 6]))
var w4 = 0
while w4 < 5 && fixed_bool[b0[12] % 4] {
w4 += 1
b13[SUM % 2] += ((fixed_bool[me + 2] ? fixed_bool[me + 1] : p_bool) ? max(b16[here], b16[here]) : min(4294967295u32, b16[here]))
let v5 = (fixed_f64[u32_at(bytes, p_u32 % 41) % 8] * fixed_f64[b10[me + 2, 0] % 8])
if ((b15[here] % 5 != 2) | fixed_bool[32u32 % 4]) { return }
b1[me] += u32((bool(9223372036854775807i64) ? (~v0) : (fixed_bool[me + 1] ? atomic_and(b14[me], fixed_i32[p_u32 % 12], acq_rel, system) : v0)))
if (min(fixed_f32[workgroup_size.y % 5], p_f32) == fixed_f32[v3 % 5]) { continue }
}
fixpoint k7 in 2..4 {
region "r8" {
b13[abs(grid_size.y) % 2] -= bits(f32(v0))
}
if k7 < 4 && bool(p_i64) { again }
}
b12[me] += rotl(bits(p_f32), (-fixed_i64[2147483648u32 % 6]))
barrier grid
if grid_xor(fixed_bool[min(255u32, 0u32) % 4]) {
var w9 = 0
loop {
w9 += 1
if w9 > 4 { break }
if true { break }
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
