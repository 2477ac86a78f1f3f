// Program 69885 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 69885
program conform_69885
workgroup 16, 3, 1
grid 14, 6, 1
param p_bool: bool = true
param p_u32: u32 = 32
param p_i32: i32 = -14
param p_u64: u64 = 26
param p_i64: i64 = -28
param p_f32: f32 = 8.25
param p_f64: f64 = -5.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[8]
in fixed_i32: i32[4]
in fixed_u64: u64[6]
in fixed_i64: i64[8]
in fixed_f32: f32[10]
in fixed_f64: f64[10]
uniform b10: i8[8, 2] @align(64)
out b11: i32[96] @range(94, 5)
scratch b12: i64[96]
inout b13: f64[97] @cache(streaming)
scratch b14: f64[96] @live @align(1)
persistent o15_196: i64[, 2]
persistent b16: atomic u32[1]
persistent b17: atomic i32[96]
shared b18: u32[48]
shared b19: i32[48]
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
let v0 = grid_scan_or(bool(p_u32))
let v1 = grid_scan_or(b0[ctz(p_u32) % 97])
let v2 = grid_scan_or(p_i32)
let v3 = atomic_and(b17[me], p_i32, acquire, system)
var a4: i64[1]
a4[0] = mulhi(p_i64, o15_196[me, 1])
let v5, v6 = f2(a4, bits(fixed_f32[me & 1]) % 14)
let v7 = f4(64i64, a4, (max))
f3(b1[me..me + 2], ((v1 % 2 != 1) ? (fixed_bool[me & 1] ? v6 : v1) : (v6 % v6)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 23)
barrier grid
wait()
atomic_sub(b16[b18[me + 2] % 2], (bool(a4[v1 % 2]) ? u32(fixed_f32[u32(true) % 11]) : 462310439u32))
let v8 = ((false ? fixed_bool[(TABLE[6] & 33u32) % 5] : true) ? grid_iscan_and(p_bool) : grid_iscan_or(bool(v2)))
let v9 = grid_iscan_or(rotl(p_i64, v2))
if me < 95 { b11[me] += 5i32 }
block l10 {
a4[TABLE[p_u32 % 10] % 1] += a4[b18[me + 2] % 2]
if bool(u64_at(bytes, 32u32 % 41)) {
leave l10
}
if (!(fixed_bool[63u32 % 5] ? fixed_bool[2147483648u32 % 5] : fixed_bool[63u32 % 5])) {
leave l10
}
if fixed_bool[256u32 % 5] {
leave l10
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0] >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32)
