// Program 73865 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 73865
program conform_73865
workgroup 8, 4, 1
grid 14, 16, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = 15
param p_u64: u64 = 3
param p_i64: i64 = -30
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[6]
in fixed_i32: i32[4]
uniform fixed_u64: u64[5] @cache(streaming)
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[11]
uniform fixed_f64: f64[5]
uniform o10_6: i8[, 2]
out b11: i32[256, 3] @range(708, 196)
persistent b12: u32[257, 1]
scratch b13: atomic i64[2] @cache(streaming)
scratch b14: atomic i64[256]
shared b15: u32[32]
shared b16: f64[32]
shared b17: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(fixed_i32[33i64 % 5])
let v1 = grid_scan_max(fixed_u64[me & 1])
let v2 = grid_scan_max(i64(b16[here]))
let v3 = atomic_add(b14[me], v2)
var a4: u32[4]
a4[2] = clamp(b12[me, 0], fixed_u32[v0 % 7], a4[fixed_u32[me & 7] % 5])
let v5, v6 = f2(fixed_u32, clamp(2147483648u32, p_u32, lid.z) % 14)
let v7 = f4((v6 >> i32(grid_size.y)), a4, min)
f3(b1[me..me + 1], a4[(false ? a4[p_u32 % 5] : b1[me]) % 5])
block l8 {
if p_u32 % 2 != 1 {
leave l8
}
barrier grid
if wid.x % 2 == 1 {
let v9 = workgroup_broadcast(fixed_f32[me & 7], u32_at(bytes, p_u32 % 41) % 33)
leave l8
}
if workgroup_xor((fixed_bool[b12[me, 0] % 5] ? fixed_bool[me & 1] : false)) {
leave l8
}
if ((p_bool || fixed_bool[me & 3]) && fixed_bool[b15[me + 0] % 5]) {
leave l8
}
}
let v10 = ((o10_6[u32(256u32) % 4, u32(b0[251]) % 2] != fixed_i32[2147483648u32 % 5]) ? workgroup_add(fixed_f32[me & 1]) : workgroup_add(fixed_f32[me & 7]))
var v11 = grid_iscan_xor(fixed_bool[me & 7])
v11 = ((v5 >> i32(workgroups.y)) % 3 < 2)
region "r12" {
barrier workgroup
}
barrier workgroup
b1[me] += p_u32
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3 >> 32) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(bits(v10)) + u32(v11)
