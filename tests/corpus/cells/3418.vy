// Program 3418 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3418
program conform_3418
workgroup 4, 4, 3
param p_grid: u32 = 2
grid p_grid + 1, 16, 3
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = 16
param p_u64: u64 = 27
param p_i64: i64 = -2
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[4]
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[3]
uniform fixed_f64: f64[7]
uniform o10_24: u16[, 3]
persistent b11: i32[191, 3]
out b12: bool[193, 2]
out b13: atomic i32[4]
inout b14: atomic i64[192]
shared b15: u32[48]
shared b16: bool[48]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u32[3]
a2[max(x0, a2[2]) % 4] += b0[o10_24[me & 7, 1] % 193]
let v3 = a2[p_u32 % 3]
var w4 = 0
while w4 < 3 && fixed_bool[max(i64(gid.z), 64i64) % 8] {
w4 += 1
a2[v3 % 3] += u32(fixed_i64[me & 3])
if ((3u32 % 5 >= 2) | (bytes[2147483648u32 % 41] >= a2[abs(127u32) % 4])) { return (fixed_bool[me & 3] ? 255u32 : p_u32) }
if p_bool { continue }
}
return (a2[x0 % 4] >> i64(workgroup_size.x))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_xor((b11[me, 5u32 % 3] % b11[me, 1]))
let v6 = grid_scan_xor(reverse((fixed_u64[me & 3] % fixed_u64[me & 7])))
let v7 = grid_scan_xor(atomic_add(b14[me], fixed_i64[1], acquire, device))
let v8 = atomic_compare_exchange(b14[me], v7, v7, acq_rel)
atomic_sub(b13[u32_at(bytes, p_u32 % 41) % 5], ((v6 != v6) ? i32(32u32) : (fixed_i32[me & 7] & v5)), relaxed, system)
let v9 = (fixed_bool[(b0[p_u32 % 193] << 1081157349u32) % 8] ? workgroup_broadcast(p_f32, o10_24[5, 1] % 49) : workgroup_load(fixed_f32[(b0[p_u32 % 193] + TABLE[8]) % 4]))
b11[me, 1] = i32((f64(v5) + fixed_f64[i64(workgroup_size.y) % 8]))
for k10 in u32_at(bytes, p_u32 % 41) % 2..1 + grid_broadcast(bytes[me + 0], (o10_24[p_u32 % 9, 1] - 127u32) % 193) % 3 step 0 {
if (bits(fixed_f32[k10 % 4]) == o10_24[k10 % 9, 1]) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(v9))
