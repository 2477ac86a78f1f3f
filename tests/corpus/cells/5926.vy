// Program 5926 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5926
program conform_5926
workgroup 64, 1, 1
grid 54, 1, 1
param p_bool: bool = false
param p_u32: u32 = 5
param p_i32: i32 = -18
param p_u64: u64 = 22
param p_i64: i64 = -10
param p_f32: f32 = 6.25
param p_f64: f64 = -7.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[7]
in fixed_i32: i32[3]
in fixed_u64: u64[10]
in fixed_i64: i64[9]
uniform fixed_f32: f32[4]
in fixed_f64: f64[5]
in b10: i8[2, 2]
scratch b11: i8[len(b0)] @live
out b12: i16[65] @cache(streaming)
persistent b13: u64[66] @align(16)
inout b14: f32[66, 3]
persistent b15: atomic i64[3]
inout b16: atomic u32[64]
shared b17: u32[64]
shared b18: i8[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_xor(x0)
var v3 = workgroup_or(y1)
v3 += y1
let v4 = f32(bits(unbits(0x4f800000u32)))
for k5 in (-p_u64) % 3..mulhi(4294967295u64, fixed_u64[x0 % 11]) % 6 step (fixed_bool[me & 3] ? fixed_u64[me & 1] : u64_at(bytes, rotr(v2, fixed_u32[me & 1]) % 41)) % 4 {
if bool(i64(false)) { continue }
}
return bytes[me & 3]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1(bytes[me & 7], i32(fixed_u64[u32_at(bytes, 22) % 11]))
let v7 = workgroup_iscan_add(p_u64)
let v8 = workgroup_iscan_add((p_bool ? fixed_i64[b10[me & 3, 1] % 10] : fixed_i64[v6 % 10]))
let v9 = workgroup_iscan_min(atomic_compare_exchange(b16[me], v6, v6, relaxed, system))
let v10 = atomic_compare_exchange(b16[me], v9, fixed_u32[me & 1], release, device)
var a11: i64[3]
a11[1] = (p_i64 | i64(-9223372036854775808))
let v12, v13 = f2(fixed_i64, v10 % 14)
barrier workgroup
async_copy(b18, 2, b10, 395936705u32 % 3, 1678411923u32 % 65)
wait()
if ((fixed_f32[b0[p_u32 % 65] % 5] / fixed_f32[1u32 % 5]) != (fixed_f32[3u32 % 5] - fixed_f32[p_u64 % 5])) {
if ((fixed_bool[v9 % 10] ? fixed_bool[v10 % 10] : fixed_bool[me & 3]) || (fixed_bool[(p_u32 * p_u32) % 10] | fixed_bool[me & 7])) {
if ((64u32 << p_i32) % 3 != 2) {
a11[(v10 << fixed_i64[me & 1]) % 3] += v12
}
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(a11[1] >> 32) + u32(v12 >> 32) + u32(v13)
