// Program 2809 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2809
program conform_2809
workgroup 32, 1, 1
grid 65, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = 6
param p_u64: u64 = 16
param p_i64: i64 = -19
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @binding(7)
out b1: u32[96] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[9] @binding(28)
in fixed_u32: u32[9] @binding(35)
uniform fixed_i32: i32[10] @binding(5)
in fixed_u64: u64[9] @binding(12)
in fixed_i64: i64[9] @binding(19)
in fixed_f32: f32[8] @binding(26)
uniform fixed_f64: f64[10] @binding(33)
in b10: bf16[6, 1] @binding(3)
scratch b11: u64[95] @live @binding(10)
inout b12: i16[97, 3] @binding(17)
persistent b13: i8[96] @binding(24)
persistent b14: i32[96, 2] @binding(31)
out b15: atomic u32[2] @range(2, 4) @binding(1)
out b16: atomic u32[96] @range(127, 186) @binding(8)
shared b17: u32[32] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
let v0 = grid_iscan_xor((~max(b13[me], i32(grid_size.z))))
let v1 = grid_iscan_xor(ceil_div(fixed_u64[me & 3], u64_at(bytes, 127u32 % 41)))
let v2 = grid_iscan_xor(ctz(fixed_i64[me & 3]))
let v3 = atomic_xor(b16[me], fixed_u32[me & 7], acq_rel)
var a4: i32[4]
a4[2] = (i32(grid_size.y) >> v2)
let v5, v6 = f2(a4, v3 % 14)
let v7 = f4(v0, a4, (+))
let v8 = f6(v0, a4)
let v9 = f6((i32(workgroup_size.y) - fixed_i32[me & 7]), a4)
f3(b1[me..me + 2], ((fixed_bool[v6 % 10] ^ fixed_bool[me & 7]) ? u32(v5) : u32(v3)))
atomic_add(b15[p_u32 % 3], atomic_load(b16[me]))
let v10 = (fixed_bool[b0[1] % 10] ? workgroup_max(fixed_i64[me & 7]) : (v2 + i64(gid.x)))
if (u32(i32(workgroup_size.z)) % 3 >= 2) && wid.x % 1 == 1 { return }
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
