// Program 30246 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30246
program conform_30246
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = -17
param p_u64: u64 = 38
param p_i64: i64 = -11
param p_f32: f32 = 4.25
param p_f64: f64 = -0.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[14] @range(46, 5)
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[3]
uniform fixed_i32: i32[10]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
in fixed_f32: f32[5]
uniform fixed_f64: f64[7]
in b10: i16[3, 3]
persistent b11: i16[14]
out b12: bf16[16, 1] @align(128)
inout b13: bf16[14, 2] @cache(streaming)
scratch b14: u16[15, 2]
out b15: i64[14, 1]
out b16: atomic i32[4]
persistent o17_14: atomic i32[]
shared b18: u32[7]
shared b19: i16[7]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[2]
out relayed: u32[2]
scratch q_t: u32[14]
scratch q_dead: u32[14]
scratch q_unused: u64[14, 3]
out q_y: u32[14]
out q_z: i64[14]
out q_n: atomic u32[1]
out q_rows: u32[14] @count(q_n)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
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
let v2 = (~(fixed_bool[me & 3] ? 624511799i32 : b10[x0 % 4, x0 % 4]))
b14[me, 1] = (x0 ^ x0)
b14[me, 1] += (u32(fixed_i32[me & 7]) + p_u32)
return u32(u32(p_bool))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..14 {
q_t[q_i] = b0[q_i] * 77 + q_i
}
barrier grid
barrier grid
each q_k in 0..14 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 4
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..14 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..14 {
var q_c = q_m % 6
while q_c < 21 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v3 = workgroup_load(b10[4294967294u32 % 4, 1])
let v4 = workgroup_load(fixed_u64[b0[10] % 9])
let v5 = workgroup_load(fixed_i64[bytes[17] % 4])
let v6 = atomic_exchange(o17_14[me], v3, release, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = ceil_div(min(fixed_u32[1u32 % 4], bytes[me + 1]), rotr(b18[here], fixed_i64[me & 3]))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a7: f64[5]
a7[2] = fixed_f64[me & 7]
let v8, v9 = f2(fixed_f64[u32(v4) % 6..u32_at(bytes, 13) % 14], 1u32 % 14)
let v10 = f4((v8 * v8), a7, (*))
let v11 = f6(fixed_f64[me & 7], a7)
let v12 = f6(v8, a7)
f3(b1[me..me + 2], u32(i32(v4)))
barrier workgroup
async_copy(b19, 1, b10, u32(255u32) % 4, 6)
wait()
atomic_sub(b16[v9 % 5], (i32(i64(workgroups.x)) >> i32(fixed_bool[me & 7])), acquire, system)
let v13 = ((fixed_bool[297881599u32 % 7] ? fixed_bool[3i64 % 7] : fixed_bool[4294967294u32 % 7]) ? grid_xor(popcount((p_bool ? bytes[me + 0] : v9))) : grid_broadcast(TABLE[v9 % 10], 2147483648u32 % 15))
for k14 in 3u32 % 2..2 + grid_load(b18[2147483647u32 % 8]) % 3 {
if workgroup_broadcast(false, k14 % 8) {
b19[here] = v6
} else {
}
if (bool(p_u32) ? (fixed_f32[127u32 % 6] != fixed_f32[k14 % 6]) : fixed_bool[rotr(31u32, 720434472i32) % 7]) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(bits(a7[2])) + u32(bits(v8)) + u32(v9) + u32(bits(v10)) + u32(bits(v11)) + u32(bits(v12)) + u32(v13)
