// Program 2182 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2182
program conform_2182 service
workgroup 1, 1, 9
grid 1, 1, 18
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = 11
param p_u64: u64 = 32
param p_i64: i64 = -7
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[len(b0)] @range(65, 2)
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[10]
in fixed_i32: i32[4]
in fixed_u64: u64[10]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[10]
in fixed_f64: f64[6]
in b10: i16[8]
scratch b11: i64[20] @live @align(8)
inout b12: u8[19]
out b13: atomic i32[1]
scratch b14: atomic i32[18]
mapped b15: bool[17]
mapped b16: u8[17]
mapped b17: atomic i64[18]
shared b18: u32[9]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(atomic_xor(b14[me], 33i32, relaxed, device))
let v1 = grid_scan_xor((b15[me] ? 7u64 : fixed_u64[popcount(b16[me]) % 11]))
let v2 = grid_scan_xor(max(3i64, atomic_load(b17[me], relaxed, workgroup)))
let v3 = atomic_xor(b14[me], 32i32, acq_rel, workgroup)
var v4 = ((p_u32 | p_u32) % 5 < 1)
v4 = v4
var v5 = fixed_bool[32i32 % 6]
let v6 = b15[me]
for k7 in (fixed_bool[bits(-3.0f32) % 6] ? fixed_i32[7u32 % 5] : fixed_i32[u64(-2.5f64) % 5]) % 3..i32(b0[b0[4] % 19]) % 6 {
v4 = p_bool
b11[me] = (i64(v4) - rotl(p_i64, b16[me]))
if (b16[me] % 2 >= 1) { break }
}
v4 = workgroup_iscan_or(bool(p_i64))
block l8 {
if (bool(b11[me]) && (!v4)) {
v4 = ((fixed_bool[me + 1] && p_bool) & (fixed_i64[b11[me] % 5] != b11[me]))
b1[me] = bytes[31u32 % 41]
}
var a9: f64[2]
a9[b16[me] % 2] += (trunc(f64(v4)) - f64(u32(v1)))
let v10 = a9[2093991355u32 % 2]
if v4 { leave l8 }
}
b18[here] = (fixed_bool[fixed_u32[p_u32 % 11] % 6] ? grid_scan_and(popcount(b16[me])) : grid_scan_add(b12[me]))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 3)
barrier grid
wait()
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6)
