// Program 13596 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 13596
program conform_13596
workgroup 31, 1, 1
param p_grid: u32 = 123
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = 6
param p_u64: u64 = 2
param p_i64: i64 = -2
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[124]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[5]
in fixed_i32: i32[5]
uniform fixed_u64: u64[9]
in fixed_i64: i64[4]
in fixed_f32: f32[8]
in fixed_f64: f64[3]
uniform b10: i8[8, 3]
persistent o11_378: u64[, 3]
out b12: f64[124, 3]
scratch b13: i8[124] @live
inout b14: f64[125]
scratch b15: atomic i64[4]
inout b16: atomic u64[124]
shared b17: u32[31]
shared b18: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
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
let v0 = workgroup_add((~(true ? 2147483647u32 : b17[here])))
let v1 = workgroup_add(fixed_i32[me & 3])
let v2 = workgroup_add(reverse(p_u64))
let v3 = atomic_add(b16[me], o11_378[me, 1])
var a4: i32[3]
a4[1] = v1
let v5, v6 = f2(fixed_i32, v0 % 14)
let v7 = f4(i32(workgroups.z), a4, f5)
f3(b1[me..me + 1], v6)
b15[b17[here] % 5] -= i64((v2 & fixed_u64[me & 3]))
let v8 = workgroup_scan_max(v0)
block l9 {
a4[3u32 % 4] |= ((v5 | fixed_i32[me & 7]) ^ (fixed_i32[me & 1] << v2))
b17[here] += reverse(v0)
if ((fixed_bool[me & 7] ? fixed_i64[v8 % 5] : fixed_i64[len(b10, 1) % 5]) <= i64(v2)) {  }
}
o11_378[me, 1] = u64((-v8))
var v10 = fixed_f32[clz(b0[p_u32 % 125]) % 9]
if me < len(b1) { b1[me] *= v6 }
b14[me] = f64(trunc(2.5f32))
fixpoint k12 in 1..5 {
var v13 = (fixed_bool[me & 3] ? (false ? u64(workgroup_size.z) : v2) : bits(fixed_f64[me & 3]))
if grid_and(bool((TABLE[b13[me] % 10] % 2 >= 2))) {
b17[here] += ((fixed_bool[me & 3] & fixed_bool[me & 1]) ? rotr(p_u32, fixed_i32[me & 1]) : popcount(v6))
} else if bool(true) {
if p_bool {
}
}
if k12 < 5 && (popcount(u64_at(bytes, 5u32 % 41)) < (fixed_bool[me & 3] ? v3 : atomic_exchange(b16[me], o11_378[me, 1], release, workgroup))) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(v10))
