// Program 962 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 962
program conform_962
workgroup 8, 4, 1
param p_grid: u32 = 10
grid p_grid + 1, 16, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = -16
param p_u64: u64 = 30
param p_i64: i64 = -12
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[7]
in fixed_i32: i32[11]
in fixed_u64: u64[6]
in fixed_i64: i64[3]
in fixed_f32: f32[8]
in fixed_f64: f64[6]
in b10: i16[6, 1]
out b11: i32[256, 2, 3]
scratch b12: i8[257, 2] @live
inout b13: u16[255, 2]
inout b14: atomic u64[2]
inout b15: atomic u64[256]
shared b16: u32[32]
shared b17: bool[32]
shared b18: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[256]
scratch q_dead: u32[256]
scratch q_unused: u64[256, 3]
out q_y: u32[256]
out q_z: i64[256]
out q_n: atomic u32[1]
out q_rows: u32[256] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..256 {
q_t[q_i] = b0[q_i] * 23 + q_i
}
barrier grid
barrier grid
each q_k in 0..256 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 4
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 8)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..256 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..256 {
var q_c = q_m % 29
while q_c < 31 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = workgroup_add(popcount(b15[me]))
let v1 = workgroup_add(fixed_i64[(b13[me, 1] + fixed_u32[me & 1]) % 4])
let v2 = workgroup_add(fixed_f32[me & 7])
let v3 = atomic_min(b15[me], v0)
atomic_add(b14[7u32 % 3], u64(f32(b17[here])), relaxed)
b16[here] += (-rotr((b17[here] ? SUM : b0[reverse(64u32) % 257]), i32(gid.y)))
var v4 = grid_xor(gid.y)
v4 = ((fixed_bool[b0[p_u32 % 257] % 10] && fixed_bool[p_u32 % 10]) ? mulhi(p_u32, v4) : u32(unbits(0x5f000000u32)))
b17[here] = (fixed_f64[me & 3] >= ceil(f64(v4)))
for k5 in -2..0 {
barrier workgroup
async_copy(b16, 0, b0, (true ? b0[p_u32 % 257] : u32_at(bytes, p_u32 % 41)) % 257, v4 % 33)
wait()
v4 = v4
if fixed_bool[128u32 % 10] {
var v6 = ((sqrt(fixed_f64[v4 % 7]) != f64(fixed_bool[u32(fixed_f32[6]) % 10])) | bool(fma(fixed_f64[(v4 % 5u32) % 7], fixed_f64[v4 % 7], fixed_f64[v4 % 7])))
barrier grid
break
}
barrier workgroup
}
b1[me] += workgroup_iscan_and(ceil_div(b13[me, 1], u32_at(bytes, min(v4, b0[me & 7]) % 41)))
each i in 0i32..256 {
b11[i, v4 % 2, 2] = (i >> i64(i))
if bool((fixed_bool[v4 % 10] ? v4 : v4)) { continue }
b11[i, (true ? 4294967294u32 : TABLE[p_u32 % 10]) % 2, 1] = i32((fixed_bool[clamp(b13[i, 1], b13[i, 1], v4) % 10] ? 1107013001u32 : v4))
}
block l8 {
block l9 {
b16[here] += b16[here]
atomic_add(b14[len(b10, 1) % 3], bits(max(p_f64, fixed_f64[b13[me, 1] % 7])), relaxed, device)
if (v2 <= (-p_f32)) {  }
if b17[here] {  }
}
if bool(9223372036854775807i64) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(bits(v2)) + u32(v3 >> 32) + u32(v4)
