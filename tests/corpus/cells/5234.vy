// Program 5234 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5234
program conform_5234
workgroup 7, 1, 1
grid 21, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = -11
param p_u64: u64 = 39
param p_i64: i64 = -3
param p_f32: f32 = 0.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21]
out b1: u32[21] @range(54, 25)
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[9]
in fixed_i32: i32[9]
uniform fixed_u64: u64[8] @cache(streaming)
in fixed_i64: i64[7]
in fixed_f32: f32[6]
in fixed_f64: f64[5]
in o10_6: u16[]
persistent b11: u16[21]
persistent b12: u64[21]
persistent b13: i64[21]
inout b14: atomic i32[4]
inout b15: atomic i64[21]
shared b16: u32[7]
shared b17: u16[7]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1344] @count(found)
scratch q_t: u32[21]
scratch q_dead: u32[21]
scratch q_unused: u64[21, 3]
out q_y: u32[21]
out q_z: i64[21]
out q_n: atomic u32[1]
out q_rows: u32[21] @count(q_n)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: f32[5]
a2[mulhi(p_u32, b0[me + 1]) % 5] = floor(fma(a2[x0 % 6], a2[y1 % 6], fixed_f32[me & 1]))
let v3 = a2[fixed_u32[p_u32 % 10] % 5]
a2[o10_6[1] % 5] = (-f32(fixed_bool[o10_6[5] % 6]))
b15[me] = atomic_and(b15[me], i64(workgroups.y))
return u32((fixed_u64[x0 % 9] * 18446744073709551615u64))
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_iscan_add(popcount((p_u32 >> y5)))
var v7 = ((fixed_bool[u32(1.5f64) % 6] ? fixed_bool[p_u32 % 6] : fixed_bool[32u32 % 6]) ? workgroup_broadcast(fixed_i64[b0[me + 0] % 8], 0u32 % 8) : workgroup_min(fixed_i64[me & 1]))
v7 += i64(max(y5, (p_i32 * 118296081i32)))
v7 = abs(i64(grid_size.x))
block l8 {
if (bool(b0[720728854u32 % 22]) ? grid_scan_or((fixed_bool[u32(fixed_i64[6]) % 6] ? fixed_bool[me & 1] : false)) : grid_scan_or(fixed_bool[me & 3])) {
leave l8
}
if ((fixed_bool[me & 7] ? v7 : fixed_i64[rotr(x4, y5) % 8]) >= v7) {
leave l8
}
}
return popcount((7u32 / fixed_u32[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..21 {
q_t[q_i] = b0[q_i] * 50 + q_i
}
each q_k in 0..21 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 3
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..21 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..21 {
var q_c = q_m % 6
while q_c < 14 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v9 = workgroup_scan_and(3u32)
let v10 = workgroup_scan_and(abs((fixed_i32[(-4294967295u64) % 10] | fixed_i32[b0[4] % 10])))
let v11 = workgroup_scan_and(b12[me])
let v12 = atomic_load(b15[me])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 0)
wait()
let v13 = grid_broadcast(fma(fixed_f32[v10 % 7], sqrt(fixed_f32[v9 % 7]), f32(p_i64)), 32u32 % 22)
region "r14" {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12 >> 32) + u32(bits(v13))
