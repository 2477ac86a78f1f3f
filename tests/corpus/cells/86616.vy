// Program 86616 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86616
program conform_86616 service
workgroup 33, 1, 1
grid 129, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = -4
param p_u64: u64 = 17
param p_i64: i64 = -31
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132] @align(8)
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[8]
in fixed_i32: i32[4]
in fixed_u64: u64[8]
uniform fixed_i64: i64[11]
in fixed_f32: f32[10]
uniform fixed_f64: f64[11]
in o10_1: bf16[]
scratch b11: u64[131, 2] @live
scratch b12: u32[134, 3] @live
scratch b13: i32[134, 3]
persistent b14: atomic u32[4] @cache(streaming)
out b15: atomic u32[len(b0)]
mapped b16: u8[132] @align(4)
mapped b17: f16[132]
mapped b18: atomic u64[132]
shared b19: u32[33]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[132]
scratch q_dead: u32[132]
scratch q_unused: u64[132, 3]
out q_y: u32[132]
out q_z: i64[132]
out q_n: atomic u32[1]
out q_rows: u32[132] @count(q_n)
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
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_load(b19[bytes[p_u32 % 41] % 34])
let v3 = workgroup_load(fixed_f32[256u64 % 11])
block l4 {
var v5 = max(fixed_u64[TABLE[p_u32 % 10] % 9], (-fixed_u64[fixed_u32[4] % 9]))
if fixed_bool[u32_at(bytes, p_u32 % 41) % 12] {
leave l4
}
}
return (mulhi(v2, atomic_exchange(b15[me], x0, release, device)) - x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..132 {
q_t[q_i] = b0[q_i] * 54 + q_i
}
barrier grid
barrier grid
each q_k in 0..132 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 1
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..132 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..132 {
var q_c = q_m % 28
while q_c < 0 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v6 = f1(bits((fixed_bool[me & 7] ? o10_1[me & 1] : fixed_f32[me & 3])), (fixed_i32[b0[92] % 5] >> (fixed_i32[(-2147483648u32) % 5] ^ fixed_i32[33u32 % 5])))
let v7 = subgroup_shuffle(v6, b12[me, 1] % 40)
let v8 = subgroup_shuffle(popcount(i32(p_f32)), bits(2.5f32) % 40)
let v9 = subgroup_shuffle(clamp(u64(clock() <= clock()), (fixed_bool[me & 7] ? atomic_load(b18[me]) : b11[me, v6 % 2]), u64(p_f32)), v7 % 40)
let v10 = subgroup_shuffle(fixed_i64[me & 7], v7 % 40)
let v11 = subgroup_shuffle(p_f32, p_u32 % 40)
let v12 = subgroup_shuffle(unbits(0xf441f1464c9da6b6u64), v6 % 40)
let v13 = subgroup_add(u32((p_bool ? u64(grid_size.x) : v9)))
let v14 = subgroup_add(fixed_i32[subgroup % 5])
let v15 = subgroup_add(fixed_u64[me & 1])
let v16 = subgroup_add(33i64)
let v17 = subgroup_add(v11)
let v18 = atomic_and(b15[me], TABLE[1], acq_rel)
var a19: f32[4]
a19[2] = (fixed_bool[(SUM - v13) % 12] ? unbits(0x3effffffu32) : v11)
let v20, v21 = f2(fixed_f32[u32(i32(lid.y)) % 6..2147483648u32 % 14], 1219312177u32 % 14)
let v22 = f4(floor(p_f32), a19, (*))
let v23 = f6(ceil(v17), a19)
let v24 = f6((v11 - unbits(0x807fffffu32)), a19)
f3(b1[me..me + 2], popcount(u32(v11)))
atomic_store(b15[me], abs(p_u32))
barrier grid
a19[u32(7i64) % 4] = ((fixed_bool[me & 7] ? b17[me] : v17) * v11)
let v25 = (fixed_bool[1707838950u32 % 12] ? workgroup_min(p_f64) : (fixed_bool[SUM % 12] ? fixed_f64[3i32 % 12] : fixed_f64[b0[p_u32 % 133] % 12]))
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(bits(v11)) + u32(bits(v12)) + u32(v13) + u32(v14) + u32(v15 >> 32) + u32(v16) + u32(bits(v17)) + u32(v18) + u32(bits(a19[2])) + u32(bits(v20)) + u32(v21) + u32(bits(v22)) + u32(bits(v23)) + u32(bits(v24)) + u32(bits(v25) >> 32)
