// Program 4258 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4258
program conform_4258
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = -17
param p_u64: u64 = 11
param p_i64: i64 = -11
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
uniform fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[5]
in fixed_f32: f32[6]
in fixed_f64: f64[7]
in b10: u8[8, 2]
out b11: i64[7]
scratch b12: u16[8, 3] @live
inout b13: atomic u32[1]
inout b14: atomic i64[7]
shared b15: u32[7]
shared b16: f32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_f64[grid_size.y % 8]
return abs((x0 | x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_add(u64(fixed_i32[401288148u32 % 9]))
let v4 = workgroup_add(atomic_load(b14[me]))
let v5 = workgroup_add((fixed_f32[b10[p_u32 % 9, 1] % 7] / fixed_f32[abs(33u32) % 7]))
let v6 = atomic_sub(b14[me], v4, acquire, workgroup)
atomic_add(b13[p_u32 % 2], b10[251404926u32 % 9, u32_at(bytes, p_u32 % 41) % 2])
if p_bool {
if fixed_bool[b0[p_u32 % 8] % 7] { return }
b13[b1[me] % 2] -= clamp((p_u32 - fixed_u32[b0[p_u32 % 8] % 10]), (fixed_bool[b10[p_u32 % 9, 1] % 7] ? fixed_u32[127u64 % 10] : fixed_u32[(p_bool ? 2147483647u32 : 4294967294u32) % 10]), (fixed_bool[me + 2] ? fixed_u32[me + 0] : 0u32))
atomic_add(b13[63u32 % 2], b1[me], acq_rel)
} else {
let v7 = (v3 + workgroup_min(popcount(64u64)))
barrier grid
var a8: f32[4]
a8[lid.y % 4] = trunc(f32(fixed_i32[255u32 % 9]))
let v9 = a8[4294967295u32 % 4]
}
b1[me] = ((fixed_bool[1u32 % 7] || fixed_bool[(i32(-2147483647) | 64i32) % 7]) ? (b1[me] % b10[(false ? b12[me, 1] : 151809409u32) % 9, 1]) : u32(fixed_f64[me + 0]))
let v10 = grid_add(min(b10[(b10[p_u32 % 9, 1] >> fixed_u64[me + 2]) % 9, p_u32 % 3], p_u32))
let v11 = (fixed_bool[p_u32 % 7] ? grid_max(u64_at(bytes, b10[p_u32 % 9, 1] % 41)) : grid_broadcast(u64(v4), mulhi(grid_size.x, 3u32) % 8))
let v12 = grid_iscan_min(abs(v4))
let v13 = i64((~v4))
b11[me] = b11[(me * 5 + 7) % 7] + grid_max(v13)
if ((-v10) % 4 >= 1) && me % 4 == 0 { return }
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v10) + u32(v11) + u32(v12) + u32(v13)
