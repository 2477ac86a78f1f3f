// Program 31476 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 31476
program conform_31476
workgroup 7, 1, 1
grid 19, 1, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = 3
param p_u64: u64 = 17
param p_i64: i64 = -19
param p_f32: f32 = 0.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21]
out b1: u32[21]
in bytes: u8[40]
in fixed_bool: bool[5] @align(16)
in fixed_u32: u32[9]
in fixed_i32: i32[5]
in fixed_u64: u64[8]
uniform fixed_i64: i64[10]
in fixed_f32: f32[7] @align(256)
in fixed_f64: f64[10]
uniform o10_7: i16[, 1]
out b11: f32[21]
out b12: bool[23, 1, 2]
out b13: u64[23, 2]
scratch b14: f32[23]
scratch b15: atomic u32[3] @live
persistent b16: atomic i32[21]
shared b17: u32[7]
shared b18: f32[7]
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
let v0 = workgroup_iscan_or((bits(fixed_f64[63u32 % 11]) / (b12[me, 0, 0] ? fixed_u64[me & 3] : p_u64)))
let v1 = workgroup_iscan_or(fixed_i64[309313636u32 % 11])
let v2 = workgroup_iscan_xor(b12[me, 255u32 % 1, 1])
let v3 = atomic_min(b16[me], 31i32, acquire)
var a4: i64[3]
a4[1] = v1
let v5, v6 = f2(a4, 1751662607u32 % 14)
let v7 = f4(clz(v1), a4, min)
let v8 = f6(clamp(4294967296i64, v5, a4[v6 % 4]), a4)
let v9 = f6((b12[me, 0, 1] ? v5 : v1), a4)
f3(b1[me..me + 2], (u32(v2) - 0u32))
barrier workgroup
async_copy(b18, 1, fixed_f32, 2147483648u32 % 8, max(p_u32, 33u32) % 8)
wait()
let v10 = (fixed_bool[u32(fixed_f64[p_u32 % 11]) % 6] ? workgroup_load(fixed_f64[p_u32 % 11]) : workgroup_broadcast(floor(fixed_f64[me & 3]), 127u32 % 8))
region "r11" {
a4[v6 % 4] += min(i64((v2 ? v2 : p_bool)), popcount((v2 ? v7 : i64(grid_size.y))))
each k12 in v0 % 3..b13[me, 1] % 4, k13 in v3 % 3..256i32 % 3, k14 in fixed_i64[127u32 % 11] % 3..11 {
b1[me] = (v6 - (v2 ? b1[me] : v6))
b11[me] += f32(ceil(v10))
}
}
let v15 = grid_scan_add(fixed_u64[me & 3])
b15[u32(v2) % 4] -= (p_u32 << p_u32)
var v16 = v2
v16 = ((~(b12[me, u32_at(bytes, p_u32 % 41) % 1, 1] ? v6 : v6)) % 3 >= 1)
b12[me, (1500464093u32 >> v1) % 1, 0] = bool(min(b11[me + 0], fixed_f32[ceil_div(u32_at(bytes, p_u32 % 41), v6) % 8]))
let v17 = (fixed_bool[(128u32 | 63u32) % 6] && grid_load(fixed_bool[(b0[p_u32 % 22] / b0[p_u32 % 22]) % 6]))
b15[v6 % 4] += b0[me & 3]
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32) + u32(v9) + u32(bits(v10)) + u32(v15 >> 32) + u32(v16) + u32(v17)
