// Program 19698 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 19698
program conform_19698
workgroup 8, 4, 1
grid 16, 12, 1
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 18
param p_u64: u64 = 24
param p_i64: i64 = -11
param p_f32: f32 = 6.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @binding(7)
out b1: u32[192] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[10] @binding(28) @cache(streaming)
uniform fixed_u32: u32[9] @binding(35)
uniform fixed_i32: i32[8] @binding(5)
in fixed_u64: u64[5] @binding(12)
uniform fixed_i64: i64[3] @binding(19) @align(2)
in fixed_f32: f32[7] @binding(26) @align(32)
in fixed_f64: f64[8] @binding(33)
in b10: i8[2] @binding(3)
scratch b11: i8[192] @live @binding(10) @align(16)
scratch b12: u32[193, 2, 3] @binding(17)
persistent b13: i64[191] @binding(24)
out b14: i64[194, 1, 1] @binding(31)
inout b15: i8[191] @binding(1)
scratch b16: atomic i32[2] @live @binding(8)
persistent b17: atomic u64[192] @binding(15)
shared b18: u32[32] @binding(22)
shared b19: i8[32] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_and(fixed_u64[me & 1])
let v1 = grid_iscan_and((b13[me] + 9223372036854775807i64))
let v2 = grid_iscan_or(fixed_bool[5u32 % 11])
let v3 = atomic_compare_exchange(b17[me], v0, fixed_u64[me & 1], acquire, system)
var a4: bool[1]
a4[0] = (v2 || v2)
let v5, v6 = f2(fixed_bool, 256u32 % 14)
f3(b1[me..me + 2], u32(i64(-9223372036854775808)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 2147483647u32 % 33)
wait()
atomic_add(b16[(u32_at(bytes, p_u32 % 41) % v6) % 3], i32(lid.x), acq_rel, device)
let v7 = (fixed_bool[fixed_u64[3] % 11] ? workgroup_scan_or(v0) : workgroup_iscan_max((u64_at(bytes, (fixed_bool[me & 3] ? v6 : u32_at(bytes, p_u32 % 41)) % 41) / abs(v0))))
b11[me] += (bool(fixed_f32[me & 7]) ? (b10[me & 7] & b15[me]) : i32(b12[me, 1, 1]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7)
