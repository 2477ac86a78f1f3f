// Program 14569 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14569
program conform_14569
workgroup 5, 1, 1
param p_grid: u32 = 9
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = -3
param p_u64: u64 = 5
param p_i64: i64 = -34
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[8]
in fixed_u64: u64[4] @align(32)
uniform fixed_i64: i64[4]
in fixed_f32: f32[11]
in fixed_f64: f64[6] @align(8)
in b10: i16[3, 2]
out b11: i32[10]
scratch b12: u16[10, 2] @live
inout o13_90: u8[, 3, 3]
persistent b14: u64[11] @align(8)
scratch b15: atomic i32[2] @live @cache(streaming)
persistent b16: atomic i64[10]
shared b17: u32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
let v0 = workgroup_scan_add(fixed_u64[me & 1])
let v1 = workgroup_scan_add(p_i64)
let v2 = workgroup_scan_min(b12[me, 1])
let v3 = atomic_min(b16[me], fixed_i64[1])
var a4: i32[5]
a4[2] = (fixed_i32[TABLE[p_u32 % 10] % 9] + a4[u32(unbits(0x7f800000u32)) % 6])
let v5, v6 = f2(fixed_i32[v2 % 6..(true ? v2 : v2) % 14], u32(fixed_i64[p_u32 % 5]) % 14)
let v7 = f4((-v5), a4, f5)
f3(b1[me..me + 2], max(TABLE[u32(0u32) % 10], u32(SUM)))
atomic_add(b15[v2 % 3], i32(f32(a4[2147483647u32 % 6])))
let v8 = ((fixed_u64[63u32 % 5] < fixed_u64[33i32 % 5]) ? workgroup_scan_or((v6 * v6)) : workgroup_iscan_and(v6))
a4[v6 % 5] += i32(workgroups.z)
a4[(b12[me, 1] >> b12[me, 1]) % 5] = (bool(b14[me]) ? (v5 / fixed_i32[me & 1]) : i32(v5))
if ((fixed_bool[b0[p_u32 % 11] % 7] || p_bool) && workgroup_and((true || fixed_bool[me & 3]))) {
var v9 = u32((fixed_i32[1u32 % 9] / b10[b0[p_u32 % 11] % 4, p_u32 % 2]))
}
if fixed_bool[fixed_i64[p_u32 % 5] % 7] {
let n10 = fixpoint k11 in 2..5 {
let v12 = grid_load(fixed_bool[p_u64 % 7])
b1[me] += ((v12 ? (v12 ^ p_bool) : bool(fixed_i64[me & 1])) ? u32_at(bytes, v2 % 41) : u32(v0))
let v13 = workgroup_xor(v5)
if k11 < 5 && fixed_bool[me & 7] { again }
}
if grid_load(fixed_bool[rotr(p_u32, n10) % 7]) {
a4[(v2 ^ grid_size.x) % 5] = (1324249620i32 << b10[me & 1, 1])
b11[me] += i32(i64(v1))
}
} else {
let v15 = min(fixed_f32[(p_bool ? v2 : v2) % 12], (fixed_f32[me & 7] * -0.1f32))
each k16 in 255i32 % 3..i32(fixed_f32[1u32 % 12]) % 4, k17 in fixed_i64[(31i64 % p_i64) % 5] % 3..fixed_i64[u32_at(bytes, p_u32 % 41) % 5] % 5, k18 in p_u64 % 3..0 {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3 >> 32) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
