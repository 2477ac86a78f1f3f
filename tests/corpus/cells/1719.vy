// Program 1719 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1719
program conform_1719
workgroup 4, 4, 3
grid 1, 12, 9
param p_bool: bool = true
param p_u32: u32 = 5
param p_i32: i32 = -12
param p_u64: u64 = 21
param p_i64: i64 = -10
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[432]
out b1: u32[432]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[10]
uniform fixed_i32: i32[9]
in fixed_u64: u64[5]
in fixed_i64: i64[6]
in fixed_f32: f32[5]
in fixed_f64: f64[10]
uniform b10: i8[8, 1]
scratch b11: i8[434, 1, 3] @live @align(32)
inout b12: bool[433]
out b13: u16[432, 3]
scratch b14: i16[433, 1] @live
scratch b15: atomic i64[3]
scratch b16: atomic i64[432]
shared b17: u32[48]
shared b18: atomic u32[48]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[9]
out relayed: u32[9]
scratch q_t: u32[432]
scratch q_dead: u32[432]
scratch q_unused: u64[432, 3]
out q_y: u32[432]
out q_z: i64[432]
out q_n: atomic u32[1]
out q_rows: u32[432] @count(q_n)
fn f2(q: in i64[], k: u32) -> i64, u32 {
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..432 {
q_t[q_i] = b0[q_i] * 5 + q_i
}
each q_k in 0..432 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 6
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 1)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..432 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..432 {
var q_c = q_m % 8
while q_c < 5 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_min((b12[me] ? b14[me, 0] : fixed_i32[1912040140u32 % 10]))
let v1 = workgroup_min(p_u64)
let v2 = workgroup_min(fixed_i64[me & 3])
let v3 = atomic_or(b16[me], i64(grid_size.z))
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ((2147483647i32 > v0) ? (~b17[here]) : u32(b13[me, 1]))
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a4: i64[4]
a4[2] = a4[2147483647u32 % 5]
let v5, v6 = f2(fixed_i64[354326858u32 % 6..127u32 % 14], 4294967295u32 % 14)
let v7 = f4(ctz(fixed_i64[(true ? u32_at(bytes, p_u32 % 41) : TABLE[p_u32 % 10]) % 7]), a4, f5)
let v8 = f6(v2, a4)
let v9 = f6((a4[v6 % 5] & p_i64), a4)
f3(b1[me..me + 2], ((b12[me] ? b12[me] : fixed_bool[me & 1]) ? (u32_at(bytes, v6 % 41) * v6) : bits(fixed_f32[me & 1])))
barrier grid
for k10 in -2..0 {
a4[u32(-0.0f32) % 4] >>= u32(u32(k10))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3 >> 32) + u32(a4[2] >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32)
