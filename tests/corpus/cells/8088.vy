// Program 8088 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8088
program conform_8088
workgroup 7, 1, 1
grid 2, 1, 1
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = -5
param p_u64: u64 = 23
param p_i64: i64 = -8
param p_f32: f32 = 0.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[len(b0)]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[3]
in fixed_u32: u32[3] @align(8)
in fixed_i32: i32[8]
uniform fixed_u64: u64[3] @cache(streaming)
in fixed_i64: i64[11]
in fixed_f32: f32[3]
uniform fixed_f64: f64[7]
uniform b10: i8[6, 1]
persistent b11: u64[7]
persistent o12_8: i64[]
persistent b13: f64[8, 3]
inout o14_8: i64[]
persistent b15: atomic i64[3]
scratch b16: atomic i32[7] @live
shared b17: u32[7]
shared b18: u64[7]
shared b19: atomic u64[7]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[7]
scratch q_dead: u32[7]
scratch q_unused: u64[7, 3]
out q_y: u32[7]
out q_z: i64[7]
out q_n: atomic u32[1]
out q_rows: u32[7] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..7 {
q_t[q_i] = b0[q_i] * 61 + q_i
}
barrier grid
each q_k in 0..7 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 2
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 8)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..7 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..7 {
var q_c = q_m % 18
while q_c < 30 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_and(u64(atomic_max(b16[me], 128i32)))
let v1 = subgroup_and(i64(gid.x))
let v2 = subgroup_or(fixed_bool[1355799071u32 % 4])
let v3 = subgroup_or(4294967294u32)
let v4 = subgroup_or(atomic_and(b16[me], 256i32, release, workgroup))
let v5 = subgroup_or(9967554u64)
let v6 = subgroup_or(v1)
let v7 = subgroup_xor((v2 ? fixed_bool[me & 3] : true))
let v8 = subgroup_xor(v3)
let v9 = subgroup_xor(max(atomic_sub(b16[me], b10[p_u32 % 7, 0]), 63i32))
let v10 = subgroup_xor(v5)
let v11 = atomic_or(b16[me], 5i32)
var a12: u64[3]
a12[1] = u64(v1)
let v13, v14 = f2(a12, b17[here] % 14)
f3(b1[me..me + 2], u32((v8 % 5 < 2)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 6)
wait()
for k15 in (bytes[27] | b0[2]) % 2..1 + subgroup * 7 + wid.x + v8 % 3 {
let v16 = i32((v7 | fixed_bool[u32(-0.0f64) % 4]))
if (p_bool && (v2 & p_bool)) {
if me <= 9 { o12_8[me] = (bool(fixed_u64[me & 7]) ? 5i64 : min(v6, fixed_i64[me & 7])) }
continue
}
}
for k17 in -2..0 {
var v18 = subgroup_add(atomic_load(b16[me], acquire))
v18 = i32(-2147483647)
let v19 = (trunc(fixed_f32[p_u32 % 4]) + grid_min(fixed_f32[me & 3]))
if ((fixed_u64[p_u32 % 4] < fixed_u64[64u32 % 4]) && (fixed_f64[5u32 % 8] >= unbits(0x7ff8000000000000u64))) {
break
}
if fixed_bool[(fixed_bool[1] ? b0[1] : 2147483647u32) % 4] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[1] >> 32) + u32(v13) + u32(v14)
