// Program 86720 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86720
program conform_86720 service
workgroup 64, 1, 1
param p_grid: u32 = 42
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = 12
param p_u64: u64 = 34
param p_i64: i64 = -22
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[8]
in fixed_i32: i32[9]
uniform fixed_u64: u64[10]
in fixed_i64: i64[6]
in fixed_f32: f32[6]
in fixed_f64: f64[7]
uniform b10: u8[2, 1]
persistent b11: u8[len(b0)]
scratch b12: u16[64] @live
scratch b13: f64[66]
persistent b14: bool[64]
out b15: atomic u32[4]
inout b16: atomic i64[len(b0)] @align(2) @cache(streaming)
mapped b17: i32[64]
mapped b18: i32[64]
mapped b19: atomic u32[64]
shared b20: u32[64]
shared b21: u8[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
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
let v0 = subgroup_or(mulhi(bits(fixed_f64[u32_at(bytes, 34) % 8]), clamp(fixed_u64[128u32 % 11], p_u64, fixed_u64[me & 7])))
let v1 = subgroup_or(ctz(fixed_i64[me & 7]))
let v2 = subgroup_xor(bool(fixed_f32[me & 1]))
let v3 = subgroup_xor((v2 ? b10[2147483648u32 % 3, 1419759630u32 % 1] : b10[me & 3, 0]))
let v4 = subgroup_xor(b17[me])
let v5 = subgroup_xor(u64(clock() <= clock()))
let v6 = subgroup_xor(max(fixed_i64[me & 3], v1))
let v7 = subgroup_scan_add(fixed_u32[popcount(v1) % 9])
let v8 = subgroup_scan_add((v4 * v4))
let v9 = subgroup_scan_add(fixed_u64[me & 1])
let v10 = subgroup_scan_add(((-127i64) % (b16[me] ^ v6)))
let v11 = atomic_exchange(b16[me], v1, acq_rel, workgroup)
var a12: i64[2]
a12[1] = (0i64 ^ i64(-9223372036854775808))
let v13, v14 = f2(fixed_i64, v3 % 14)
let v15 = f4(p_i64, a12, (+))
let v16 = f6((v2 ? v10 : a12[v14 % 3]), a12)
let v17 = f6(popcount(p_i64), a12)
f3(b1[me..me + 1], ((v2 && b14[me]) ? rotl(v7, v8) : min(atomic_load(b19[me]), v14)))
barrier workgroup
async_copy(b21, 0, b10, p_u32 % 3, 7)
barrier grid
wait()
atomic_store(b19[me], min((fixed_bool[me & 7] ? workgroup_size.y : TABLE[v3 % 10]), rotl(v7, len(b10, 1))))
let v18 = ((fixed_i32[p_u32 % 10] != fixed_i32[TABLE[5] % 10]) ? grid_xor(bool(u32(fixed_f32[me & 7]))) : grid_scan_or(v2))
b17[me] = (((v18 ? fixed_i32[me & 1] : v4) >> u64(p_f64)) + i32(p_i64))
let v19 = grid_iscan_or(v3)
b13[me] = (-unbits(v0))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[1]) + u32(v13 >> 32) + u32(v14) + u32(v15 >> 32) + u32(v16) + u32(v17 >> 32) + u32(v18) + u32(v19)
