// Program 58757 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 58757
program conform_58757 service
workgroup 2, 3, 1
grid 2, 12, 1
param p_bool: bool = true
param p_u32: u32 = 27
param p_i32: i32 = 18
param p_u64: u64 = 36
param p_i64: i64 = -24
param p_f32: f32 = 2.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[24]
out b1: u32[24]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[3]
in fixed_u32: u32[6]
in fixed_i32: i32[9]
in fixed_u64: u64[3]
in fixed_i64: i64[7]
uniform fixed_f32: f32[6]
uniform fixed_f64: f64[4]
in b10: i8[2, 3]
persistent b11: f64[24]
persistent b12: bool[24]
scratch b13: atomic i64[2]
out b14: atomic i32[24] @cache(temporal)
mapped b15: i8[len(b0)]
mapped b16: i16[24]
mapped b17: atomic i64[24]
shared b18: u32[6]
shared b19: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (x0 % 2 < 2)
v2 = (!p_bool)
assert me < 9 || v2, "{}", b12[me]
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_scan_min(b10[128u32 % 3, TABLE[p_u32 % 10] % 3])
let v4 = grid_scan_min(fixed_u64[(TABLE[p_u32 % 10] << b18[here]) % 4])
let v5 = grid_scan_min(fixed_i64[p_u32 % 8])
let v6 = atomic_max(b14[me], 5i32, relaxed, device)
let v7 = ((fixed_i64[p_u32 % 8] < fixed_i64[4294967295u32 % 8]) ? grid_iscan_min(v5) : grid_add(3i64))
b15[me] = clz(atomic_xor(b14[me], p_i32, release))
let v8 = (u32(u64_at(bytes, p_u32 % 41)) + workgroup_scan_xor(((fixed_bool[u32_at(bytes, p_u32 % 41) % 4] ? b18[here] : b18[here]) + (fixed_bool[2147483648u32 % 4] ? p_u32 : b18[here]))))
atomic_sub(b13[v8 % 3], p_i64, acq_rel, workgroup)
b15[me] += abs(fixed_i32[v8 % 10])
if ((false ? v7 : v5) >= mulhi(p_i64, fixed_i64[v7 % 8])) && me % 4 == 0 { return }
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
