// Program 93600 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 93600
program conform_93600 service
workgroup 1023, 1, 1
grid 1023, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = 17
param p_u64: u64 = 17
param p_i64: i64 = -6
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 1023
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[5]
in fixed_i32: i32[10]
uniform fixed_u64: u64[11]
uniform fixed_i64: i64[5]
in fixed_f32: f32[10] @align(256)
uniform fixed_f64: f64[11]
in b10: u16[3, 1]
persistent b11: f32[1023]
persistent o12_2048: u16[, 2] @cache(streaming)
inout b13: u8[1024, 3, 2]
inout o14_1025: i8[]
inout b15: atomic u32[3] @cache(streaming)
inout o16_1023: atomic u64[]
mapped b17: u16[1022]
mapped b18: i16[1023]
mapped b19: atomic i32[1023]
shared b20: u32[1023]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[1023]
scratch q_dead: u32[1023]
scratch q_unused: u64[1023, 3]
out q_y: u32[1023]
out q_z: i64[1023]
out q_n: atomic u32[1]
out q_rows: u32[1023] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
each q_i in 0..1023 {
q_t[q_i] = b0[q_i] * 13 + q_i
}
each q_k in 0..1023 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 0
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 4)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..1023 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..1023 {
var q_c = q_m % 6
while q_c < 20 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_scan_or(b10[p_u32 % 4, clz(127u32) % 1])
let v1 = subgroup_scan_or(fixed_i32[v0 % 11])
let v2 = subgroup_scan_or(ceil_div((clock() % 1), atomic_exchange(o16_1023[me], 255u64, release)))
let v3 = subgroup_scan_or(reverse(fixed_i64[v2 % 6]))
let v4 = subgroup_scan_xor(fixed_bool[me & 7])
let v5 = subgroup_scan_xor(((v4 || fixed_bool[me & 1]) ? u32(o12_2048[me, 1]) : (b17[me] / u32_at(bytes, v0 % 41))))
let v6 = subgroup_scan_xor(i32(v1))
let v7 = subgroup_scan_xor(4294967295u64)
let v8 = subgroup_scan_xor(((i64(gid.z) ^ v3) * (i64(workgroup_size.z) / i64(grid_size.y))))
let v9 = subgroup_iscan_add(max((true ? b10[me & 1, (p_u32 + 63u32) % 1] : v5), workgroup_size.z))
let v10 = subgroup_iscan_add((-i32(workgroups.y)))
let v11 = atomic_sub(o16_1023[me], fixed_u64[me & 1])
var a12: u64[1]
a12[0] = u64(7u64)
let v13, v14 = f2(a12, u32_at(bytes, p_u32 % 41) % 14)
let v15 = f4((-a12[u32(fixed_i64[me & 7]) % 2]), a12, f5)
let v16 = f6((v4 ? v2 : v7), a12)
let v17 = f6(u64(unbits(0x807fffffu32)), a12)
f3(b1[me..me + 1], ((v9 / v14) & (fixed_u32[me & 1] / v0)))
fence()
var w18 = 0
while w18 < 4 && v4 {
w18 += 1
a12[4294967294u32 % 1] += u64((-1i32))
if ((fixed_bool[mulhi(v9, b10[p_u32 % 4, 0]) % 12] != fixed_bool[me & 1]) || (p_f32 > fixed_f32[b1[me] % 11])) { continue }
}
var w19 = 0
loop {
w19 += 1
if w19 > 3 { break }
if fixed_bool[workgroups.y % 12] {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[0] >> 32) + u32(v13) + u32(v14) + u32(v15 >> 32) + u32(v16) + u32(v17)
