// Program 27969 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27969
program conform_27969
workgroup 7, 1, 1
grid 2, 1, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 11
param p_u64: u64 = 29
param p_i64: i64 = -4
param p_f32: f32 = 3.25
param p_f64: f64 = -7.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[7]
in fixed_i32: i32[4]
in fixed_u64: u64[11]
in fixed_i64: i64[8]
uniform fixed_f32: f32[5]
in fixed_f64: f64[4] @align(32)
in b10: u8[2, 2]
persistent b11: u8[7]
inout b12: u16[8, 2]
persistent b13: i32[8]
inout o14_7: f64[]
persistent o15_6: u16[, 1]
out b16: atomic i32[3]
out b17: atomic u32[7]
shared b18: u32[7]
shared b19: u8[7]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[7]
scratch q_dead: u32[7]
scratch q_unused: u64[7, 3]
out q_y: u32[7]
out q_z: i64[7]
out q_n: atomic u32[1]
out q_rows: u32[7] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (~abs(fixed_i32[me & 1]))
var v3 = (((~fixed_i64[me & 1]) != i64(1312768724i64)) ? p_f32 : (f32(fixed_f32[me & 3]) / (fixed_f32[me & 3] - fixed_f32[me & 3])))
v3 = f32(f32((fixed_u64[me & 1] >= p_u64)))
if me < 7 { b12[me, 1] = bits(fma(v3, unbits(0xa45c7d3au32), fixed_f32[me & 7])) }
return u32((p_u32 % 5 < 1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..7 {
q_t[q_i] = b0[q_i] * 57 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..7 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 5
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..7 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..7 {
var q_c = q_m % 20
while q_c < 3 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = workgroup_iscan_min(i32(wid.x))
let v5 = workgroup_iscan_min(mulhi(fixed_u64[me & 7], fixed_u64[5u32 % 12]))
let v6 = workgroup_iscan_min(i64(floor(fixed_f64[me & 3])))
let v7 = atomic_exchange(b17[me], b11[me], relaxed, device)
var a8: i64[3]
a8[1] = i64(p_f32)
let v9, v10 = f2(fixed_i64[p_u32 % 6..v7 % 14], b10[me & 3, 1] % 14)
let v11 = f4((~fixed_i64[me & 7]), a8, (+))
f3(b1[me..me + 2], v7)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 0)
wait()
let v12 = ((p_u32 % 4 == 2) ? workgroup_and((-i32(b13[me]))) : workgroup_scan_add(i32((fixed_u32[me & 3] % 2 >= 2))))
var v13 = (fixed_f32[u32(fixed_i64[p_u32 % 9]) % 6] + workgroup_max(unbits(0x6d3b40eeu32)) * workgroup_load(fixed_f32[256u32 % 6]))
v13 += (-v13)
if p_bool {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(a8[1] >> 32) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(bits(v13))
