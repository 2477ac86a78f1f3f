// Program 14139 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14139
program conform_14139 service
workgroup 8, 4, 1
grid 32, 16, 1
param p_bool: bool = true
param p_u32: u32 = 14
param p_i32: i32 = -2
param p_u64: u64 = 23
param p_i64: i64 = -34
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[512]
out b1: u32[512]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[8]
in fixed_i32: i32[10]
in fixed_u64: u64[10]
in fixed_i64: i64[4] @cache(streaming)
in fixed_f32: f32[6]
in fixed_f64: f64[9]
in o10_9: u16[]
persistent b11: u16[512]
out b12: f32[513]
inout o13_1536: f64[, 3]
inout b14: atomic u32[1] @cache(streaming)
persistent o15_512: atomic i32[]
mapped b16: f64[511]
mapped b17: f32[512]
mapped b18: atomic u32[512]
shared b19: u32[32]
shared b20: u16[32]
shared b21: atomic i32[32]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[512]
scratch q_dead: u32[512]
scratch q_unused: u64[512, 3]
out q_y: u32[512]
out q_z: i64[512]
out q_n: atomic u32[1]
out q_rows: u32[512] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..512 {
q_t[q_i] = b0[q_i] * 90 + q_i
}
each q_k in 0..512 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 3
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 2)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..512 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..512 {
var q_c = q_m % 34
while q_c < 36 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = grid_iscan_xor(fixed_i32[me & 1])
let v1 = grid_iscan_xor(u64(fixed_i64[(true ? v0 : v0) % 5]))
let v2 = grid_iscan_xor(i64(p_u32))
let v3 = atomic_xor(o15_512[me], fixed_i32[me & 1])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 530301493u32 % 33)
wait()
pause()
atomic_add(b14[u32(v3) % 2], o10_9[me & 7])
if me < len(b0) { b11[me] = abs(min(33u32, 955076534u32)) }
let v4 = grid_iscan_and(fixed_bool[me & 1])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4)
