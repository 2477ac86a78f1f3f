// Program 37221 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 37221
program conform_37221
workgroup 2, 3, 1
grid 8, 12, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = -5
param p_u64: u64 = 13
param p_i64: i64 = -38
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[3]
in fixed_i32: i32[7]
in fixed_u64: u64[6] @align(16)
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[9]
in fixed_f64: f64[10]
uniform b10: u8[9, 3]
persistent o11_288: bool[, 3]
inout b12: u16[96]
inout b13: f64[96, 2]
persistent o14_288: i64[, 3]
persistent b15: atomic u32[3]
persistent b16: atomic i64[96]
shared b17: u32[6]
shared b18: atomic i32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
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
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_min(fixed_f64[2147483648u32 % 11])
let v1 = workgroup_max(len(b10, 1))
let v2 = workgroup_max(b18[here])
let v3 = atomic_compare_exchange(b16[me], o14_288[me, 1], 1176664220i64, acq_rel, device)
var a4: i32[5]
a4[2] = clamp(fixed_i32[v1 % 8], 33i32, a4[u32_at(bytes, 1) % 6])
let v5, v6 = f2(fixed_i32, u32(v0) % 14)
let v7 = f4((o11_288[me, fixed_u32[2] % 3] ? b18[here] : v5), a4, f5)
let v8 = f6(i32(u32_at(bytes, popcount(u32_at(bytes, p_u32 % 41)) % 41)), a4)
let v9 = f6((63i32 << v2), a4)
f3(b1[me..me + 1], ((fixed_bool[me & 1] ? false : fixed_bool[v1 % 6]) ? u32(o14_288[me, 1]) : len(bytes)))
atomic_store(b18[here], i32((o11_288[me, (v1 / b17[here]) % 4] && false)))
let v10 = ((64i32 != fixed_i32[(TABLE[4] * 32u32) % 8]) ? grid_iscan_and((ctz(v3) * (-fixed_i64[me & 1]))) : grid_iscan_xor(i64(fixed_u64[me & 1])))
a4[b1[me] % 6] += 3i32
a4[b10[me & 3, 1] % 5] += (true ? grid_min((v9 | b18[here])) : grid_iscan_max(v7))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32)
