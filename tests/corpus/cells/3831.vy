// Program 3831 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3831
program conform_3831
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = -15
param p_u64: u64 = 11
param p_i64: i64 = -11
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[4]
in fixed_u64: u64[9]
uniform fixed_i64: i64[10]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[9]
in b10: u8[3] @align(8) @cache(streaming)
scratch b11: f64[96]
scratch b12: u64[96, 3, 1]
inout b13: f32[len(b0), 1]
persistent o14_96: f64[]
scratch b15: atomic i64[4]
out b16: atomic u32[96]
shared b17: u32[32]
shared b18: f64[32]
shared b19: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[96]
scratch q_dead: u32[96]
scratch q_unused: u64[96, 3]
out q_y: u32[96]
out q_z: i64[96]
out q_n: atomic u32[1]
out q_rows: u32[96] @count(q_n)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fma(fixed_f32[me & 1], fixed_f32[me & 7], fixed_f32[me & 3])
if me < 95 { o14_96[me] = abs((fixed_bool[b10[me & 1] % 10] ? o14_96[me] : o14_96[me])) }
var a3: f64[1]
a3[x0 % 1] = 16777217.0f64
let v4 = a3[u32_at(bytes, 0) % 1]
return p_u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..96 {
q_t[q_i] = b0[q_i] * 1 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..96 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 5
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 3 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..96 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..96 {
var q_c = q_m % 35
while q_c < 12 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v5 = grid_iscan_add(ctz(b0[b10[me & 7] % 97]))
let v6 = grid_iscan_add((reverse(fixed_i32[me & 1]) >> popcount(i32(workgroup_size.x))))
let v7 = grid_iscan_add(u64((fixed_bool[popcount(2u32) % 10] ? o14_96[me] : b11[me])))
let v8 = atomic_or(b16[me], v5, acquire, workgroup)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, p_u32 % 33)
wait()
b17[here] = (ctz(v5) + grid_scan_min(p_u32) * grid_scan_add(v8))
let v9 = grid_load(fixed_i64[(b0[p_u32 % 97] - b10[p_u32 % 4]) % 11])
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9)
