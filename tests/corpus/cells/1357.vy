// Program 1357 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1357
program conform_1357
workgroup 64, 1, 1
grid 73, 1, 1
param p_bool: bool = false
param p_u32: u32 = 21
param p_i32: i32 = -15
param p_u64: u64 = 32
param p_i64: i64 = -3
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128] @range(97, 372) @align(128)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[5]
in fixed_i32: i32[3]
in fixed_u64: u64[7]
in fixed_i64: i64[7] @align(64)
in fixed_f32: f32[10]
in fixed_f64: f64[6]
in b10: u16[2]
out b11: u16[128]
out b12: f16[130, 1]
out b13: f32[130, 3]
out b14: atomic i32[3]
inout b15: atomic i64[128]
shared b16: u32[64]
shared b17: u16[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[8192] @count(found)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
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
let v0 = grid_scan_or(atomic_exchange(b15[me], 1562500386i64))
let v1 = grid_scan_xor(fixed_bool[me & 7])
let v2 = grid_scan_xor((v1 ? b11[me] : 2147483647u32))
let v3 = atomic_xor(b15[me], v0, relaxed, workgroup)
var a4: f64[3]
a4[1] = (v1 ? fixed_f64[me & 3] : fixed_f64[me & 1])
let v5, v6 = f2(fixed_f64[(~v2) % 6..v2 % 14], 548616124u32 % 14)
let v7 = f4((a4[v2 % 4] / p_f64), a4, min)
let v8 = f6(sqrt(p_f64), a4)
let v9 = f6((v1 ? p_f64 : v5), a4)
f3(b1[me..me + 1], ctz(reverse(v6)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 2147483648u32 % 65)
wait()
block l10 {
barrier workgroup
if ((!p_bool) ? workgroup_and(bool(u32(3.0f32))) : (fixed_bool[255u32 % 9] && fixed_bool[141612024u32 % 9])) {
leave l10
}
if me % 3 != 1 {
leave l10
}
a4[u32(v7) % 3] = ceil(v8)
if v1 {
leave l10
}
}
let n11 = fixpoint k12 in 1..4 {
var v13 = f64(((-fixed_f32[u32_at(bytes, 5) % 11]) * f32(5i64)))
v13 = ((fixed_bool[33u32 % 9] | p_bool) ? grid_min(v5) : max(v13, v13))
if k12 < 3 && v1 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(bits(a4[1])) + u32(bits(v5)) + u32(v6) + u32(bits(v7)) + u32(bits(v8)) + u32(bits(v9) >> 32) + u32(n11)
