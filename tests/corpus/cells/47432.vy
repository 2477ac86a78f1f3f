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
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
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
let v15 = f4(bool(fixed_f32[me & 7]), a12, f5)
f3(b1[me..me + 1], u32(bits(fixed_f64[v6 % 10])))
barrier workgroup
async_copy(b18, 0, fixed_bool, b0[70] % 11, 9)
wait()
a12[b17[p_u32 % 33] % 1] = v10
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11 >> 32) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v15)
