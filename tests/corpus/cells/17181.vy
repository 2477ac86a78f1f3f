// Program 17181 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17181
program conform_17181
workgroup 33, 1, 1
param p_grid: u32 = 254
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 1
param p_u64: u64 = 10
param p_i64: i64 = -20
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[264]
out b1: u32[264] @align(128)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[3]
in fixed_i32: i32[10]
in fixed_u64: u64[3]
uniform fixed_i64: i64[7]
in fixed_f32: f32[6]
in fixed_f64: f64[11]
uniform o10_6: i16[, 1]
inout b11: i16[264]
persistent b12: u32[265]
out b13: u8[266] @align(16)
inout b14: atomic i32[4]
inout b15: atomic i32[264]
shared b16: u32[33]
shared b17: i16[33]
shared b18: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[264]
scratch q_dead: u32[264]
scratch q_unused: u64[264, 3]
out q_y: u32[264]
out q_z: i64[264]
out q_n: atomic u32[1]
out q_rows: u32[264] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((fixed_u64[reverse(b12[me]) % 4] != 9223372036854775808u64) ? (fixed_u64[me & 3] % fixed_u64[me & 1]) : (~fixed_u64[me & 3]))
v2 = min(fixed_u64[me & 1], max(4294967295u64, v2))
if me < 264 { b12[me] += rotl(rotr(TABLE[(x0 & x0) % 10], fixed_i64[me & 1]), (v2 % u64_at(bytes, 256u32 % 41))) }
block l3 {
if ((33u64 > v2) ^ (fixed_bool[me & 7] || fixed_bool[me & 3])) {  }
}
return u32(f64(0i64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..264 {
q_t[q_i] = b0[q_i] * 55 + q_i
}
each q_k in 0..264 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 4
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 7)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..264 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..264 {
var q_c = q_m % 13
while q_c < 4 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = workgroup_scan_max(reverse(fixed_u64[me & 3]))
let v5 = workgroup_scan_max(fixed_i64[abs(255u32) % 8])
let v6 = workgroup_scan_and(bool(f32(fixed_bool[1204070300u32 % 9])))
atomic_store(b15[me], (-mulhi(p_i32, p_i32)))
var a7: u64[3]
a7[1] = u64(v6)
let v8, v9 = f2(a7, 4294967295u32 % 14)
let v10 = f4((fixed_bool[p_u32 % 9] ? v4 : p_u64), a7, min)
f3(b1[me..me + 2], u32(abs(v5)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 15)
wait()
let v11 = (p_bool ? grid_scan_min(rotr(v5, fixed_u64[me & 7])) : grid_and(fixed_i64[me & 3]))
for k12 in 64u32 % 2..2 + (-p_u32) % 3 {
var w13 = 0
loop {
w13 += 1
if w13 > 4 { break }
b16[here] = u32(((v9 & 255u32) % 3 >= 2))
if bool(u32(fixed_i32[me & 3])) { break }
a7[fixed_u32[me & 3] % 3] = ((true && v6) ? (v4 ^ fixed_u64[me & 1]) : u64_at(bytes, abs(fixed_i64[me & 1]) % 41))
}
var w14 = 0
loop {
w14 += 1
if w14 > 4 { break }
a7[5u32 % 3] = (u64(v4) >> (~k12))
if (trunc(fixed_f32[me & 1]) != fma(fixed_f32[me & 7], p_f32, fixed_f32[me & 3])) { continue }
}
b16[here] += ((v10 > clz(a7[p_i32 % 4])) ? (v9 & rotl(u32_at(bytes, b13[me] % 41), 2i64)) : popcount(ceil_div(b12[me], u32_at(bytes, (v6 ? v9 : b0[me + 1]) % 41))))
let v15 = fixed_f64[bytes[me + 1] % 12]
atomic_add(b14[(b0[me + 2] << 31i32) % 5], (fixed_i32[me & 1] / o10_6[me & 3, b16[here] % 1]), acquire, device)
b14[(b12[me] ^ v9) % 5] += (bool(fixed_f32[clz(1705717086i32) % 7]) ? popcount(p_i32) : i32(v11))
if fixed_bool[b0[156] % 9] {
break
}
}
barrier grid
block l16 {
atomic_sub(b14[(workgroup_size.y * 127u32) % 5], ((v6 ? p_i32 : o10_6[me & 7, 0]) * i32(fixed_bool[me & 3])), acq_rel, device)
b11[me] = abs((ctz(atomic_exchange(b15[me], fixed_i32[me & 1], acq_rel)) % atomic_and(b15[me], 3i32)))
if subgroup % 4 == 0 {
leave l16
}
let v17 = ceil((fixed_f32[me & 7] - fixed_f32[me & 3]))
if subgroup % 4 != 1 {
leave l16
}
if bool(floor(p_f32)) {
leave l16
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(a7[1]) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11)
