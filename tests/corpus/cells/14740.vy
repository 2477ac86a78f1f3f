// Program 14740 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14740
program conform_14740
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = true
param p_u32: u32 = 27
param p_i32: i32 = -11
param p_u64: u64 = 3
param p_i64: i64 = -17
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[14] @range(36, 18)
in bytes: u8[40] @align(4)
uniform fixed_bool: bool[10]
in fixed_u32: u32[11]
in fixed_i32: i32[3]
uniform fixed_u64: u64[8]
in fixed_i64: i64[5]
in fixed_f32: f32[5]
uniform fixed_f64: f64[6]
in b10: u16[7, 1]
out b11: bool[15]
persistent b12: i16[13] @cache(streaming)
inout b13: bool[16]
scratch b14: atomic i32[4]
persistent b15: atomic i64[14]
shared b16: u32[7]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[14]
scratch q_dead: u32[14]
scratch q_unused: u64[14, 3]
out q_y: u32[14]
out q_z: i64[14]
out q_n: atomic u32[1]
out q_rows: u32[14] @count(q_n)
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
each q_i in 0..14 {
q_t[q_i] = b0[q_i] * 52 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
barrier grid
each q_k in 0..14 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 0
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..14 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..14 {
var q_c = q_m % 15
while q_c < 30 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = grid_scan_add(u32(b16[here]))
let v1 = grid_scan_add(fixed_i32[me & 7])
let v2 = grid_scan_add(fixed_u64[u32_at(bytes, p_u32 % 41) % 9])
let v3 = atomic_add(b15[me], 7i64, acq_rel, workgroup)
var a4: f32[4]
a4[2] = unbits(4294967295u32)
let v5, v6 = f2(a4, p_u32 % 14)
let v7 = f4(v5, a4, (+))
let v8 = f6(f32(v1), a4)
let v9 = f6(a4[(v0 ^ SUM) % 5], a4)
f3(b1[me..me + 2], max(b16[here], v6))
var v10 = ((fixed_bool[921435832i32 % 11] && true) ? grid_scan_xor(4294967295u64) : grid_load(fixed_u64[p_u32 % 9]))
fixpoint k12 in 0..4 {
a4[k12 % 4] += (-(false ? fixed_f32[workgroup_size.z % 6] : v5))
if (ceil(fixed_f64[me & 7]) != fixed_f64[me & 3]) && me % 7 == 1 { return }
if k12 < 4 && p_bool { again }
}
b1[me] += 7u32
block l13 {
if (round(p_f32) >= f32(fixed_f64[me & 3])) {  }
}
b11[me] = grid_iscan_or(b11[me])
{
var v14 = abs(ctz(fixed_u64[4294967294u32 % 9]))
for k15 in abs(2147483647u32) % 2..2 + workgroup_min(p_u32) % 3 {
if b11[me] {
assert me < 9 || fixed_bool[clamp(v6, 4294967294u32, 4294967294u32) % 11], "{}", len(bytes)
b16[here] = u32(bool(b13[me]))
b11[me] = (i32(v0) == (b11[me] ? 128i32 : v1))
}
if (!(false ? p_bool : false)) {
continue
}
if ((fixed_i64[k15 % 6] & p_i64) < (fixed_bool[k15 % 11] ? fixed_i64[SUM % 6] : i64(workgroups.z))) {
break
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(bits(a4[2])) + u32(bits(v5)) + u32(v6) + u32(bits(v7)) + u32(bits(v8)) + u32(bits(v9)) + u32(v10)
