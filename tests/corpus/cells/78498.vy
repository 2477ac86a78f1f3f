// Program 78498 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 78498
program conform_78498
workgroup 2, 3, 1
grid 7, 9, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = 9
param p_u64: u64 = 24
param p_i64: i64 = -29
param p_f32: f32 = 7.25
param p_f64: f64 = -1.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72] @range(255, 24)
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[7]
in fixed_i32: i32[5] @align(128)
in fixed_u64: u64[9]
in fixed_i64: i64[10]
in fixed_f32: f32[9]
in fixed_f64: f64[10] @align(64)
in b10: i16[2, 3]
persistent b11: u16[72] @align(32)
inout b12: i64[71]
persistent b13: u16[72]
persistent b14: i32[73, 1]
out b15: atomic u32[4]
persistent b16: atomic i32[72]
shared b17: u32[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_add(i64(ctz(fixed_i32[me + 1])))
let v1 = workgroup_scan_min(b11[me])
let v2 = workgroup_scan_min(i32(fixed_f32[me + 0]))
let v3 = atomic_and(b16[me], v2)
for k4 in workgroup_size.x % 2..1 + ((b0[(63u32 | TABLE[3]) % 73] & b0[(~fixed_u64[3]) % 73]) + grid_load(b11[u32(255u32) % 73])) % 3 {
atomic_add(b15[(false ? 1503613717u32 : b13[me]) % 5], mulhi(u32(v2), k4), acquire, device)
if (!fixed_bool[u64_at(bytes, 21) % 8]) {
continue
}
let v5 = (p_i32 + workgroup_iscan_max(b14[me, 0]))
let v6 = grid_scan_min(b10[v1 % 3, 1])
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
