// Program 7736 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7736
program conform_7736 service
workgroup 64, 1, 1
grid 118, 1, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = 3
param p_u64: u64 = 18
param p_i64: i64 = -17
param p_f32: f32 = 3.25
param p_f64: f64 = -6.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[6]
in fixed_u64: u64[9]
in fixed_i64: i64[10]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
uniform b10: u8[6, 3]
inout o11_129: i32[]
out b12: u32[128, 1] @cache(streaming)
out b13: i16[129, 1]
out b14: atomic i64[1]
persistent b15: atomic i32[128]
mapped b16: i64[127]
mapped b17: u32[len(b0)]
mapped b18: atomic i32[len(b0)]
shared b19: u32[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[8192] @count(found)
scratch turn: atomic u32[2]
out relayed: u32[2]
scratch q_t: u32[128]
scratch q_dead: u32[128]
scratch q_unused: u64[128, 3]
out q_y: u32[128]
out q_z: i64[128]
out q_n: atomic u32[1]
out q_rows: u32[128] @count(q_n)
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
each q_i in 0..128 {
q_t[q_i] = b0[q_i] * 14 + q_i
}
each q_k in 0..128 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 6
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..128 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..128 {
var q_c = q_m % 10
while q_c < 11 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_broadcast(u64(33u32), TABLE[6] % 33)
let v1 = subgroup_broadcast(b16[me], 64u32 % 33)
let v2 = subgroup_broadcast(fixed_f32[(4294967294u32 % p_u32) % 10], TABLE[p_u32 % 10] % 33)
let v3 = subgroup_broadcast(fixed_f64[me & 3], 2147483648u32 % 33)
let v4 = subgroup_load(fixed_bool[4294967295u32 % 12])
let v5 = subgroup_load(b0[2147483648u32 % 129])
let v6 = subgroup_load(fixed_i32[p_u32 % 7])
let v7 = subgroup_load(fixed_u64[(fixed_bool[p_u32 % 12] ? 63u32 : v5) % 10])
let v8 = subgroup_load(fixed_i64[v5 % 11])
let v9 = subgroup_load(fixed_f32[b10[p_u32 % 7, 1] % 10])
let v10 = subgroup_load(fixed_f64[v5 % 10])
let v11 = atomic_or(b15[me], v6, release, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = b17[me]
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
var a12: u32[1]
a12[0] = (b10[me & 7, v5 % 4] * a12[bytes[me + 0] % 2])
let v13, v14 = f2(TABLE, v5 % 14)
let v15 = f4((a12[3u32 % 2] & TABLE[u32(v5) % 10]), a12, (max))
let v16 = f6(u32(v6), a12)
let v17 = f6((b17[me] - v13), a12)
f3(b1[me..me + 1], (TABLE[v6 % 10] << i64(v7)))
atomic_add(b14[max(0u32, a12[p_u32 % 2]) % 2], (i64(unbits(0xe992f27d445f4baau64)) >> (v6 % p_i32)), release, workgroup)
if (fixed_bool[4294967294u32 % 12] || grid_broadcast(v4, u32(fixed_u64[5]) % 129)) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(bits(v2)) + u32(bits(v3)) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(v9)) + u32(bits(v10)) + u32(v11) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
