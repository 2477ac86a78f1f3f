// Program 121 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 121
program conform_121 service
workgroup 1, 1, 9
grid 1, 1, 27
param p_bool: bool = true
param p_u32: u32 = 20
param p_i32: i32 = -18
param p_u64: u64 = 15
param p_i64: i64 = -10
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[27]
out b1: u32[27]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[8]
in fixed_u32: u32[7] @align(4)
uniform fixed_i32: i32[6]
in fixed_u64: u64[6]
uniform fixed_i64: i64[5]
in fixed_f32: f32[11]
uniform fixed_f64: f64[10]
in o10_8: i8[, 2] @cache(streaming)
scratch b11: f32[27] @live @cache(streaming)
persistent o12_27: u32[]
scratch b13: u32[27, 1]
scratch b14: i16[27]
scratch b15: i64[28] @live @cache(streaming)
scratch b16: atomic i64[2]
inout b17: atomic i64[27]
mapped b18: bool[len(b0)]
mapped b19: f64[len(b0)]
mapped b20: atomic i64[27] @align(2)
shared b21: u32[9]
shared b22: f32[9]
shared b23: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[27]
scratch q_dead: u32[27]
scratch q_unused: u64[27, 3]
out q_y: u32[27]
out q_z: i64[27]
out q_n: atomic u32[1]
out q_rows: u32[27] @count(q_n)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = f64((true ? fixed_f32[(x0 >> p_i64) % 12] : fixed_f32[x0 % 12]))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..27 {
q_t[q_i] = b0[q_i] * 9 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..27 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 1
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 7)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..27 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..27 {
var q_c = q_m % 18
while q_c < 24 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v3 = grid_scan_or(fixed_i64[o12_27[me] % 6])
let v4 = grid_scan_xor(p_bool)
let v5 = grid_scan_xor(7u32)
let v6 = atomic_add(b17[me], p_i64, acq_rel, device)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, 5)
barrier grid
wait()
fence()
let v7 = fixed_f64[u32(63i32) % 11]
if (fixed_bool[1i64 % 9] ? grid_broadcast((p_bool ? b18[me] : fixed_bool[v5 % 9]), b0[24] % 28) : (fixed_i32[31u32 % 7] == o10_8[len(bytes) % 5, 1])) {
let v8 = (i32(1.0f32) + grid_or(max(popcount(b14[me]), (p_bool ? fixed_i32[me & 3] : fixed_i32[me & 1]))))
} else {
b16[v5 % 3] += v6
}
if false {
block l9 {
if me < 27 { b18[me] = bool((p_i32 >> fixed_i32[me & 1])) }
block l10 {
barrier workgroup
barrier workgroup
if fixed_bool[(-1i64) % 9] {
let v11 = ((fixed_f32[fixed_i32[5] % 12] <= fixed_f32[3u32 % 12]) && workgroup_broadcast(((fixed_u64[me & 1] >= 128u64) && (fixed_i32[me & 3] >= fixed_i32[me & 7])), b0[p_u32 % 28] % 10))
barrier workgroup
leave l10
}
if (clz(b0[63u32 % 28]) % 3 != 1) {
if workgroup_and((v5 % 5 == 2)) {
leave l9
}
leave l10
}
}
if ((b22[v5 % 10] <= b22[me & 1]) ? (v4 & fixed_bool[(v6 + v6) % 9]) : (p_u64 != fixed_u64[me & 1])) {
leave l9
}
}
atomic_add(b16[b1[me] % 3], rotl((4294967296i64 % v3), u64(b22[b21[here] % 10])), acq_rel, system)
barrier workgroup
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(bits(v7) >> 32)
