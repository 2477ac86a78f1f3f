// Program 92240 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 92240
program conform_92240
workgroup 2, 3, 1
grid 2, 9, 1
param p_bool: bool = false
param p_u32: u32 = 4
param p_i32: i32 = 17
param p_u64: u64 = 8
param p_i64: i64 = -20
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18] @align(128)
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[6]
in fixed_i32: i32[5]
uniform fixed_u64: u64[4] @align(128)
in fixed_i64: i64[5]
in fixed_f32: f32[6]
uniform fixed_f64: f64[3]
in o10_6: f16[, 3]
scratch b11: f64[len(b0)]
scratch b12: i8[18, 1]
scratch b13: i8[19] @live
out b14: i16[19, 1]
inout b15: atomic u64[1] @align(4)
inout b16: atomic i32[len(b0)]
shared b17: u32[6]
shared b18: f64[6]
shared b19: atomic i32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f6[T: any](a: T, q: in T[]) -> T {
shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]
let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
t[me] = a == q[0] ? q[0] : a
barrier workgroup
let got = t[len(t) - 2 - me]
barrier workgroup
return got
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_max(p_u32)
let v1 = subgroup_iscan_max((b12[me, 0] << i64(gid.z)))
let v2 = subgroup_iscan_max(fixed_u64[me & 1])
let v3 = subgroup_iscan_max(i64(f32(255i32)))
let v4 = subgroup_iscan_and(fixed_bool[me & 3])
let v5 = subgroup_iscan_and((p_u32 * v0))
let v6 = subgroup_iscan_and(v1)
let v7 = subgroup_iscan_and(mulhi(v2, v2))
let v8 = subgroup_iscan_and(mulhi((v3 + p_i64), i64(v3)))
let v9 = subgroup_iscan_or(fixed_bool[v5 % 10])
let v10 = subgroup_iscan_or(u32_at(bytes, v0 % 41))
let v11 = atomic_min(b16[me], v6, acq_rel)
var a12: u32[3]
a12[1] = v0
let v13, v14 = f2(fixed_u32, p_u32 % 14)
let v15 = f4((fixed_bool[me & 7] ? v5 : b17[here]), a12, (+))
let v16 = f6(548669963u32, a12)
let v17 = f6((fixed_bool[me & 7] ? b17[here] : v0), a12)
f3(b1[me..me + 1], max(a12[v2 % 4], u32(fixed_f32[2147483648u32 % 7])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 5)
wait()
b15[p_u32 % 2] -= min(abs(p_u64), u64_at(bytes, v3 % 41))
let v18 = ((3u32 % 4 >= 1) ? grid_scan_min((fixed_i32[me & 3] / 3i32)) : grid_min(max(v1, b16[me])))
each i in 0i32..18 {
b11[i] += fixed_f64[(p_i64 ^ i64(grid_size.z)) % 4]
a12[(b0[1] << v6) % 4] <<= mulhi(u32(v6), b0[v0 % 19])
}
let v20 = grid_min(fixed_i64[me & 3])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[1]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18) + u32(v20)
