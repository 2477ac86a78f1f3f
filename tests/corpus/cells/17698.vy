// Program 17698 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17698
program conform_17698
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = 8
param p_u64: u64 = 8
param p_i64: i64 = -24
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40] @align(32)
in fixed_bool: bool[5]
in fixed_u32: u32[7]
in fixed_i32: i32[4]
in fixed_u64: u64[4]
in fixed_i64: i64[9]
uniform fixed_f32: f32[6]
in fixed_f64: f64[9]
uniform o10_4: i16[, 2]
inout b11: i16[31]
persistent b12: i16[33, 1, 2]
inout o13_62: f32[, 2]
inout b14: f64[len(b0), 2, 3]
persistent b15: i8[32] @cache(streaming)
out b16: atomic u64[3]
out b17: atomic u32[31]
shared b18: u32[31]
shared b19: i16[31]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[5]
a2[rotl(x0, i64(-9223372036854775808)) % 5] = bool(ctz(fixed_u64[me & 1]))
let v3 = a2[u32(63i64) % 5]
if ((fixed_f64[x0 % 10] != fixed_f64[me & 3]) || (fixed_u64[y1 % 5] == p_u64)) {
var v4 = (-ctz(y1))
} else {
}
return mulhi(bits(fixed_f32[me & 3]), (-atomic_exchange(b17[me], x0, relaxed, device)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_and(fixed_i64[me & 3])
let v6 = grid_scan_or(fixed_bool[me & 3])
let v7 = grid_scan_or((atomic_sub(b17[me], 5u32, relaxed, device) | b0[me + 1]))
b17[me] = b17[me]
var a8: i32[5]
a8[2] = (fixed_bool[fixed_u64[me & 7] % 6] ? a8[v7 % 6] : i32(workgroup_size.z))
let v9, v10 = f2(a8, v7 % 14)
let v11 = f4(min(v9, i32(lid.z)), a8, (*))
let v12 = f6(a8[(-b19[here]) % 6], a8)
let v13 = f6((v9 - v11), a8)
f3(b1[me..me + 1], u32((i64(workgroup_size.z) * v5)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 4294967294u32 % 32)
wait()
region "r14" {
if me < len(b1) { b1[me] += u32((true ? false : fixed_bool[me & 3])) }
{
fixpoint k16 in 1..1 {
region "r17" {
if ((!v6) || v6) { again }
}
if k16 < 4 && bool(fixed_f64[me & 1]) { again }
}
b11[me] += (bool(fixed_i64[b0[12] % 10]) ? grid_scan_and(((v7 % 4 == 1) ? (v6 ? v9 : v9) : (v9 + v9))) : (p_i32 + a8[ceil_div(v7, u32_at(bytes, p_u32 % 41)) % 6]))
if v6 && me % 2 == 1 { return }
}
barrier grid
}
a8[v7 % 5] += (bool(fixed_u64[abs(0u32) % 5]) ? workgroup_scan_xor(b15[64u32 % 33]) : workgroup_iscan_add(i32(fixed_f64[reverse(v10) % 10])))
a8[(v6 ? v10 : v7) % 5] += (clamp(b11[me], p_i32, b11[me]) | rotl(p_i32, fixed_i64[me & 3]))
b12[me, 31u32 % 1, 0] = b12[(me * 5 + 0) % 33, 0, 0] + grid_max(v9)
let v18 = ((b0[255i32 % 32] % 2 != 1) ? grid_max(fma(-1.5f64, fixed_f64[me & 1], b14[me, 1, 2])) : grid_min(unbits(0xddd6e1e97ecd2083u64)))
barrier grid
b1[me] = b1[me] * 3 + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(a8[2]) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(bits(v18))
