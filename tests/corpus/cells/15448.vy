// Program 15448 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15448
program conform_15448 service
workgroup 1, 1, 1
param p_grid: u32 = 31
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 11
param p_u64: u64 = 4
param p_i64: i64 = -36
param p_f32: f32 = 1.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32] @range(4, 63)
in bytes: u8[40]
in fixed_bool: bool[5] @align(8)
in fixed_u32: u32[4]
in fixed_i32: i32[4] @align(16)
in fixed_u64: u64[3]
in fixed_i64: i64[5]
in fixed_f32: f32[3]
uniform fixed_f64: f64[9]
in b10: i16[1, 1]
persistent b11: i64[32]
persistent o12_34: f64[]
persistent b13: u32[32]
inout b14: u8[33]
persistent o15_32: u8[]
scratch b16: atomic u32[1] @live
inout b17: atomic u64[32]
mapped b18: u8[31]
mapped b19: u16[32]
mapped b20: atomic u64[len(b0)]
shared b21: u32[1]
shared b22: i64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[32]
scratch q_dead: u32[32]
scratch q_unused: u64[32, 3]
out q_y: u32[32]
out q_z: i64[32]
out q_n: atomic u32[1]
out q_rows: u32[32] @count(q_n)
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
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[5]
a2[bits(fixed_f32[me & 7]) % 5] = (u64(fixed_u64[128u64 % 4]) == u64(u32_at(bytes, x0 % 41)))
let v3 = a2[(b13[me] - b13[me]) % 5]
let v4 = max((-fixed_i64[1911185417u32 % 6]), (i64(wid.y) ^ fixed_i64[me & 7]))
let v5 = i64((-y1))
return (-mulhi(b0[me + 2], x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..32 {
q_t[q_i] = b0[q_i] * 5 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..32 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 1
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..32 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..32 {
var q_c = q_m % 4
while q_c < 15 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v6 = subgroup_scan_min(2i64)
let v7 = subgroup_scan_max(b21[here])
let v8 = subgroup_scan_max(fixed_i32[v7 % 5])
let v9 = subgroup_scan_max((u64(fixed_f32[v7 % 4]) >> (p_bool ? v8 : v8)))
let v10 = subgroup_scan_max(v6)
let v11 = subgroup_scan_and(fixed_bool[me & 1])
let v12 = subgroup_scan_and(clz(p_u32))
let v13 = subgroup_scan_and(b10[v12 % 2, u32(v10) % 1])
let v14 = subgroup_scan_and((atomic_max(b17[me], v9, acquire, system) / fixed_u64[b13[me] % 4]))
let v15 = subgroup_scan_and(clamp(fixed_i64[me & 7], v6, 63i64))
let v16 = subgroup_scan_or(true)
let v17 = atomic_xor(b17[me], v14, relaxed, workgroup)
var a18: f64[3]
a18[1] = (-fixed_f64[v7 % 10])
let v19, v20 = f2(fixed_f64[p_u32 % 6..v7 % 14], v7 % 14)
let v21 = f4(f64(fixed_i32[ceil_div(b13[me], 127u32) % 5]), a18, min)
let v22 = f6(v21, a18)
let v23 = f6((fixed_f64[me & 3] + v19), a18)
f3(b1[me..me + 2], bits((fixed_f32[me & 3] / fixed_f32[me & 3])))
barrier workgroup
async_copy(b22, 0, fixed_i64, 2147483648u32 % 6, clamp(b0[p_u32 % 33], 4294967295u32, u32_at(bytes, p_u32 % 41)) % 2)
barrier grid
wait()
fence()
atomic_add(b16[b13[me] % 2], v20, release)
let v24 = ((p_bool & fixed_bool[ctz(fixed_i32[p_u32 % 5]) % 6]) ? grid_broadcast(-0.0f64, (128u32 | p_u32) % 33) : grid_add(fixed_f64[me & 1]))
block l25 {
b22[here] = ((i64(wid.z) << i64(workgroups.z)) << rotr(v13, v12))
if p_bool {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10 >> 32) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(v15 >> 32) + u32(v16) + u32(v17 >> 32) + u32(bits(a18[1])) + u32(bits(v19)) + u32(v20) + u32(bits(v21) >> 32) + u32(bits(v22) >> 32) + u32(bits(v23)) + u32(bits(v24))
