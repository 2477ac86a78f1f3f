// Program 11 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11
program conform_11 service
workgroup 5, 1, 1
grid 12, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = -4
param p_u64: u64 = 31
param p_i64: i64 = -40
param p_f32: f32 = 5.25
param p_f64: f64 = -4.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15] @cache(streaming)
out b1: u32[15]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[4]
in fixed_i32: i32[6]
uniform fixed_u64: u64[10]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[4]
in fixed_f64: f64[6]
in b10: f16[5, 2]
scratch b11: f16[15] @live
scratch b12: bf16[16, 3]
inout b13: f16[16]
out b14: f16[17, 2] @range(0, 19) @align(4)
out b15: u16[17, 1, 2] @range(11, 20)
persistent b16: atomic i64[4]
out b17: atomic u64[15]
mapped b18: u64[15]
mapped b19: f64[15]
mapped b20: atomic i32[15]
shared b21: u32[5]
shared b22: f16[5]
shared b23: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[960] @count(found)
out t_n: atomic i64[15]
out t_y: u32[15]
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_add(2147483648u32)
var v3 = grid_broadcast(unbits(v2), abs(33u32) % 16)
v3 = (unbits(0x3effffffu32) + workgroup_min(fixed_f32[me & 3]))
let v4 = (fixed_i64[x0 % 10] << bits(1.5f64))
if fixed_bool[0u32 % 6] {
}
return (max(p_u32, v2) % ctz(p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_or(t_n[me], 1 << t_y[me]) >> 8 == 0 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 14 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v5 = workgroup_scan_add(b15[me, 31u32 % 1, 0])
let v6 = workgroup_scan_add(i32(bits(b19[me])))
let v7 = workgroup_scan_add(fixed_u64[v5 % 11])
let v8 = atomic_add(b17[me], v7, relaxed, system)
barrier workgroup
async_copy(b22, 2, b10, 33u32 % 6, 0)
barrier grid
wait()
atomic_add(b16[u32_at(bytes, p_u32 % 41) % 5], (fixed_bool[me & 1] ? max(i64(workgroup_size.x), fixed_i64[me & 7]) : fixed_i64[me & 1]), acquire)
let v9 = ((!true) ? workgroup_min(fma(fixed_f32[p_u32 % 5], b10[v5 % 6, p_u32 % 2], fixed_f32[me & 7])) : workgroup_min(floor((fixed_f32[me & 3] + p_f32))))
barrier workgroup
barrier workgroup
for k10 in u32(fixed_u64[p_u32 % 11]) % 2..1 + max(859944152u32, b0[fixed_i32[p_u32 % 7] % 16]) % 3 {
if ((p_bool ? fixed_bool[k10 % 6] : fixed_bool[u32_at(bytes, p_u32 % 41) % 6]) || grid_broadcast(bool(fixed_bool[b21[me & 7] % 6]), b0[p_u32 % 16] % 16)) {
let v11 = ((k10 % 3 == 2) ? workgroup_min(clamp(fixed_f32[me & 1], unbits(0x3312efbcu32), v9)) : workgroup_broadcast(v9, p_u32 % 6))
} else {
if bool((fixed_i64[p_u32 % 10] - fixed_i64[clz(k10) % 10])) {
region "r12" {
var w13 = 0
while w13 < 5 && bool(sqrt(unbits(0x1u64))) {
w13 += 1
atomic_store(b20[me], ((u64(wid.x) != v7) ? i32(fixed_u64[me & 3]) : i32(fixed_f32[me & 1])))
if true { break }
}
var a14: bool[1]
a14[b15[me, 0, 1] % 1] = fixed_bool[me & 3]
let v15 = a14[(b15[me, 0, 0] - k10) % 1]
a14[(k10 * k10) % 1] = (bool(fixed_f32[u64_at(bytes, p_u32 % 41) % 5]) || workgroup_scan_or(v15))
fence()
}
} else {
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(bits(v9))
