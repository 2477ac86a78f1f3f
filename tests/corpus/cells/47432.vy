// Program 47432 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47432
program conform_47432
workgroup 8, 4, 1
grid 17, 4, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 2
param p_u64: u64 = 6
param p_i64: i64 = -16
param p_f32: f32 = 0.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @binding(7)
out b1: u32[96] @binding(14)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[10] @binding(28)
in fixed_u32: u32[3] @binding(35)
uniform fixed_i32: i32[11] @binding(5)
in fixed_u64: u64[3] @binding(12)
in fixed_i64: i64[4] @binding(19)
in fixed_f32: f32[10] @binding(26)
in fixed_f64: f64[9] @binding(33)
uniform b10: i8[1, 3] @binding(3)
out b11: bool[96] @range(326, 12) @binding(10)
inout o12_97: bool[] @binding(17)
scratch b13: u64[98, 2] @binding(24)
persistent o14_192: i32[, 2] @binding(31)
scratch b15: atomic i32[4] @live @binding(1)
inout b16: atomic i64[96] @binding(8) @align(128)
shared b17: u32[32] @binding(15)
shared b18: bool[32] @binding(22)
shared b19: atomic u32[2] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_add(b13[me, 1])
let v1 = subgroup_iscan_add(abs(i64(subgroup)))
let v2 = subgroup_iscan_min(abs(max(b17[here], b17[here])))
let v3 = subgroup_iscan_min(fixed_i32[me & 3])
let v4 = subgroup_iscan_min(u64(fixed_i64[me & 1]))
let v5 = subgroup_iscan_min(atomic_compare_exchange(b16[me], v1, fixed_i64[me & 1], acq_rel, workgroup))
let v6 = subgroup_iscan_max(len(b10, 1))
let v7 = subgroup_iscan_max(i32(b17[here]))
let v8 = subgroup_iscan_max((u64(v1) * ceil_div(fixed_u64[me & 1], fixed_u64[me & 7])))
let v9 = subgroup_iscan_max(fixed_i64[u32(fixed_i32[10]) % 5])
let v10 = subgroup_iscan_and(b11[me])
let v11 = atomic_add(b16[me], p_i64, release, device)
var a12: bool[1]
a12[0] = v10
let v13, v14 = f2(a12, len(b1) % 14)
f3(b1[me..me + 1], u32(abs(fixed_f32[me & 1])))
barrier workgroup
async_copy(b18, 2, fixed_bool, 1u32 % 11, u32(i32(grid_size.x)) % 33)
wait()
atomic_add(b15[workgroups.y % 5], (b11[me] ? (-v7) : fixed_i32[2147483648u32 % 12]), acq_rel)
var w15 = 3
while w15 > 0 {
w15 -= 1
a12[(v10 ? p_u32 : p_u32) % 1] = bool(u32(fixed_f64[me & 7]))
}
let v16 = ((fixed_bool[1289197881u32 % 11] ? fixed_bool[32u32 % 11] : fixed_bool[(true ? 64u32 : fixed_u32[0]) % 11]) ? workgroup_iscan_or(reverse(v11)) : workgroup_scan_or(fixed_i64[me & 1]))
a12[417170769u32 % 1] = ((fixed_f64[(33u64 % 2045806097u64) % 10] == fixed_f64[u32(fixed_bool[p_u32 % 11]) % 10]) ? grid_and(v10) : (true && b18[here]))
if (bool(fixed_i64[32u32 % 5]) ? (bytes[p_u32 % 41] % 5 >= 2) : (fixed_bool[fixed_i32[8] % 11] & fixed_bool[2147483647u32 % 11])) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v16)
