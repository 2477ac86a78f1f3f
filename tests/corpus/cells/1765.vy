// Program 1765 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1765
program conform_1765 service
workgroup 255, 1, 1
param p_grid: u32 = 254
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = -19
param p_u64: u64 = 31
param p_i64: i64 = -27
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[255]
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[6]
in fixed_i32: i32[6]
uniform fixed_u64: u64[9]
in fixed_i64: i64[8]
in fixed_f32: f32[3]
uniform fixed_f64: f64[7]
in b10: i16[3, 2]
out b11: u8[256, 3]
scratch b12: u64[256, 1] @live
scratch b13: u8[255, 2] @live
scratch b14: f32[257] @live @cache(streaming)
persistent b15: atomic i64[4]
scratch b16: atomic u32[255]
mapped b17: u32[255]
mapped b18: bool[254]
mapped b19: atomic i32[255]
shared b20: u32[255]
shared b21: i8[255]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[255]
scratch q_dead: u32[255]
scratch q_unused: u64[255, 3]
out q_y: u32[255]
out q_z: i64[255]
out q_n: atomic u32[1]
out q_rows: u32[255] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..255 {
q_t[q_i] = b0[q_i] * 61 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..255 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 4
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 8)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..255 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..255 {
var q_c = q_m % 20
while q_c < 27 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = grid_scan_max(b10[bits(3.0f32) % 4, bits(2.5f32) % 2])
let v1 = grid_scan_max(fixed_u64[b13[me, 1] % 10])
let v2 = grid_scan_max((i64(b18[me]) % (fixed_i64[me & 1] - fixed_i64[v1 % 9])))
let v3 = atomic_min(b16[me], 2147483648u32, acq_rel)
var a4: u32[3]
a4[1] = u32(len(b0))
let v5, v6 = f2(TABLE, (v3 % b20[here]) % 14)
f3(b1[me..me + 1], rotl((p_u32 ^ a4[b11[me, 1] % 4]), i64(workgroups.x)))
fence()
atomic_add(b15[popcount(fixed_u32[me & 1]) % 5], i64(p_bool), acquire, device)
{
b11[me, u32(false) % 3] = (p_bool ? workgroup_scan_min(u32(b18[me])) : v6)
}
b19[me] = ((fixed_i32[me & 7] + atomic_load(b19[me], acquire, system)) << (1749745123i64 >> v2))
a4[a4[p_u32 % 4] % 3] = reverse(p_u32)
var w7 = 0
loop {
w7 += 1
if w7 > 3 { break }
for k8 in (fixed_i64[a4[1] % 9] + v2) % 3..i64(v0) % 6 {
let v9 = ((a4[u32(b18[me]) % 4] % 5 == 2) | (b18[me] | fixed_bool[me & 1]))
a4[ctz(v3) % 4] += ((b18[me] || true) ? (a4[u32(v1) % 4] % v3) : reverse(p_u32))
}
barrier grid
a4[v3 % 4] += (u32(fixed_f64[v3 % 8]) / a4[max(b17[me], v3) % 4])
barrier grid
}
barrier workgroup
fence()
block l10 {
let v11 = grid_broadcast(b18[me], clamp(1429013192u32, 7u32, u32_at(bytes, p_u32 % 41)) % 256)
if (u64(fixed_bool[3u32 % 8]) < (u64_at(bytes, 63u32 % 41) | fixed_u64[64u32 % 10])) {
barrier grid
leave l10
}
if ((p_bool || p_bool) ^ (fixed_bool[b0[103] % 8] && fixed_bool[1691655336u64 % 8])) {
leave l10
}
if ((b0[256u32 % 256] % 4 >= 2) || bool(fixed_i64[p_u32 % 9])) {
barrier grid
leave l10
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6)
