// Program 54981 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 54981
program conform_54981
workgroup 33, 1, 1
grid 51, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = 10
param p_u64: u64 = 24
param p_i64: i64 = -12
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66]
in bytes: u8[40]
in fixed_bool: bool[7] @axis(0)
in fixed_u32: u32[4]
in fixed_i32: i32[6]
in fixed_u64: u64[5]
uniform fixed_i64: i64[5]
in fixed_f32: f32[8]
in fixed_f64: f64[8] @axis(0)
uniform b10: u8[8, 1]
persistent b11: u64[66]
persistent b12: i64[68, 1]
out b13: i16[66]
inout b14: u64[67, 1]
inout b15: u64[68]
persistent b16: atomic i32[1]
inout b17: atomic u64[66]
shared b18: u32[33]
shared b19: u64[33]
shared b20: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_min(i64(fixed_bool[(fixed_bool[me & 1] ? TABLE[3] : p_u32) % 8]))
let v1 = grid_scan_max(u32(i32(workgroups.x)))
let v2 = grid_scan_max(b13[me])
let v3 = atomic_or(b17[me], 128u64, relaxed, device)
barrier workgroup
async_copy(b19, 2, fixed_u64, u32(fixed_f64[p_u32 % 9]) % 6, 7)
barrier grid
wait()
let v4 = (p_bool ? workgroup_min(unbits(u64(v2))) : workgroup_broadcast(fixed_f64[me & 7], 2147483647u32 % 34))
{
fixpoint k6 in 2..2 {
let v7 = grid_scan_or(i32(reverse(b18[here])))
for k8 in b0[p_u32 % 67] % 2..2 + u32(fixed_f64[b10[5, 0] % 9]) % 3 {
let v9 = (fixed_f32[k6 % 9] + workgroup_broadcast(fixed_f32[me & 1], b0[62] % 34))
if fixed_bool[u32_at(bytes, 28) % 8] {
let v10 = workgroup_add((~v3))
continue
}
for k11 in workgroup_size.y % 2..2 + wid.x * 1 + workgroup_and(u32(f32(fixed_bool[me & 7]))) % 3 {
let v12 = workgroup_broadcast(bool(v0), b10[p_u32 % 9, 0] % 34)
let v13 = clamp((v1 / k6), u32(i64(gid.z)), clamp(b10[me & 7, p_u32 % 1], b10[me & 7, grid_size.y % 1], SUM))
}
b18[here] += (fixed_bool[me & 1] ? u32(v0) : mulhi(k8, 63u32))
b18[here] += (ctz(p_u32) % 4294967294u32)
}
if k6 < 3 && bool(clz(127u32)) { again }
}
var w14 = 0
loop {
w14 += 1
if w14 > 3 { break }
assert me < 9 || fixed_bool[v1 % 8], "{}", b12[me, v1 % 1]
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(bits(v4) >> 32)
