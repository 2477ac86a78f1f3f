// Program 88488 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 88488
program conform_88488
workgroup 5, 1, 1
grid 12, 1, 1
param p_bool: bool = true
param p_u32: u32 = 23
param p_i32: i32 = -4
param p_u64: u64 = 15
param p_i64: i64 = -34
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[15] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[7] @cache(streaming)
in fixed_u64: u64[3]
in fixed_i64: i64[4]
in fixed_f32: f32[8]
in fixed_f64: f64[4]
uniform b10: u8[3, 1]
scratch b11: i32[15] @align(1)
inout b12: bool[17]
scratch b13: f32[15, 2]
persistent b14: atomic i64[3]
out b15: atomic i32[15]
shared b16: u32[5]
shared b17: i32[5]
shared b18: atomic i64[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[960] @count(found)
scratch q_t: u32[15]
scratch q_dead: u32[15]
scratch q_unused: u64[15, 3]
out q_y: u32[15]
out q_z: i64[15]
out q_n: atomic u32[1]
out q_rows: u32[15] @count(q_n)
out t_n: atomic u32[15]
out t_y: u32[15]
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = clamp((x0 % b0[me + 0]), x0, x0)
block l3 {
var v4 = bool((fixed_f64[me & 7] * fixed_f64[me & 3]))
if (ceil(0.1f64) < f64(p_bool)) {  }
if b12[me] {  }
}
return p_u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..15 {
q_t[q_i] = b0[q_i] * 75 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
barrier grid
each q_k in 0..15 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 4
q_y[q_k] = q_y[q_k] ^ q_k
if (q_k * 2654435761 >> 13) % 6 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 6)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..15 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..15 {
var q_c = q_m % 37
while q_c < 6 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
while atomic_add(t_n[me], 1) < 3 { t_y[me] += 3 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 14 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v5 = subgroup_max(atomic_add(b18[here], p_i64, acquire, device))
let v6 = subgroup_max(fixed_f32[(true ? b16[here] : u32_at(bytes, p_u32 % 41)) % 9])
let v7 = subgroup_max((-(b12[me] ? fixed_f64[127i32 % 5] : unbits(0x10000000000000u64))))
let v8 = subgroup_and((fixed_bool[528246942u32 % 12] | fixed_bool[2004973394u32 % 12]))
let v9 = subgroup_and(b16[here])
let v10 = subgroup_and(63i32)
let v11 = subgroup_and(u64(fixed_u64[me & 7]))
let v12 = subgroup_and(i64(p_f64))
let v13 = subgroup_or(bool(unbits(0x2db2c5db9b231927u64)))
let v14 = subgroup_or(reverse((-p_u32)))
let v15 = subgroup_or(2103587734i32)
let v16 = atomic_xor(b15[me], v15, release)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 5)
barrier grid
wait()
block l17 {
barrier grid
if (fixed_bool[2147483648u32 % 12] || grid_and((v8 || v13))) {
if p_u32 % 2 != 1 {
fixpoint k19 in 1..2 {
block l20 {
if fixed_bool[u32(b12[me]) % 12] {  }
}
if k19 < 4 && bool(fixed_u64[p_i32 % 4]) { again }
}
leave l17
}
barrier grid
if v8 {
leave l17
}
}
}
let v21 = (fixed_bool[(-1i64) % 12] ? workgroup_scan_xor(v9) : workgroup_load(b10[p_u32 % 4, 0]))
barrier workgroup
b14[clz(v9) % 4] -= v5
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(bits(v6)) + u32(bits(v7) >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v21)
