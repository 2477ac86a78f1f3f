// Program 40400 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 40400
program conform_40400
workgroup 1, 1, 9
grid 3, 1, 36
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = 12
param p_u64: u64 = 32
param p_i64: i64 = -30
param p_f32: f32 = 7.25
param p_f64: f64 = -8.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[108]
out b1: u32[108]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[9]
uniform fixed_i32: i32[10]
in fixed_u64: u64[11]
in fixed_i64: i64[10]
uniform fixed_f32: f32[4]
in fixed_f64: f64[7]
in b10: i8[5, 1]
inout b11: i8[108]
persistent b12: bool[110, 3]
persistent o13_330: i32[, 3]
scratch b14: f64[109] @live
scratch b15: atomic u32[4]
scratch b16: atomic i32[108] @live
shared b17: u32[9]
shared b18: i8[9]
shared b19: atomic u64[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_or((fixed_bool[me & 7] ? b12[me, len(b0) % 3] : p_bool))
let v1 = subgroup_scan_or((v0 ? b0[63u32 % 109] : p_u32))
let v2 = subgroup_scan_or(i32(fixed_i64[me & 3]))
let v3 = subgroup_scan_or(((b12[me, u32(v1) % 3] ? atomic_max(b19[here], 9223372036854775808u64) : p_u64) + atomic_min(b19[here], 7u64, relaxed, workgroup)))
let v4 = subgroup_scan_or(fixed_i64[me & 7])
let v5 = subgroup_scan_xor(v0)
let v6 = subgroup_scan_xor(max((v0 ? b17[here] : v1), u32(v2)))
let v7 = subgroup_scan_xor(atomic_and(b16[me], p_i32, acq_rel))
let v8 = subgroup_scan_xor(v3)
let v9 = subgroup_scan_xor(v4)
let v10 = subgroup_iscan_add(v6)
let v11 = atomic_compare_exchange(b16[me], v7, p_i32, acquire, device)
var a12: u64[4]
a12[2] = v3
let v13, v14 = f2(fixed_u64, max(v1, 256u32) % 14)
f3(b1[me..me + 2], u32(max(v1, 64u32)))
barrier workgroup
async_copy(b18, 0, b10, workgroups.z % 6, 0)
wait()
b15[(-b0[28]) % 5] += abs((b17[here] ^ b17[here]))
if workgroup_and((v1 % 4 == 1)) {
for k15 in rotl(255u64, v4) % 3..(v8 >> fixed_i64[me & 3]) % 6 step u64(v13) % 2 {
if ((fixed_f32[me & 1] / fixed_f32[b17[here] % 5]) <= sqrt(fixed_f32[me & 7])) { break }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[2] >> 32) + u32(v13 >> 32) + u32(v14)
