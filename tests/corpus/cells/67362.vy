// Program 67362 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 67362
program conform_67362
workgroup 256, 1, 1
param p_grid: u32 = 254
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 10
param p_u64: u64 = 26
param p_i64: i64 = -25
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @cache(streaming)
out b1: u32[256] @range(636, 330) @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[8]
in fixed_i32: i32[9]
in fixed_u64: u64[6]
uniform fixed_i64: i64[6]
in fixed_f32: f32[6]
uniform fixed_f64: f64[7]
in b10: u16[9, 1] @align(8)
inout b11: u16[256]
out b12: u32[255, 1]
out b13: bool[256]
out b14: atomic u64[1]
inout b15: atomic i32[256]
shared b16: u32[256]
shared b17: u16[256]
shared b18: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = i64((p_f32 == fixed_f32[me & 7]))
if ((fixed_bool[b10[p_u32 % 10, 0] % 4] ? SUM : x0) % 3 < 2) {
block l3 {
if p_bool {  }
if bool(bool(fixed_f64[me & 7])) { leave l3 }
}
} else {
}
return u32_at(bytes, p_u32 % 41)
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_iscan_xor(((x4 & x4) | u32(9223372036854775808u64)))
let v7 = grid_load(fixed_bool[(255u32 / u32_at(bytes, 2)) % 4])
var v8 = f32(fixed_i64[v6 % 7])
b12[me, (4294967295u32 * x4) % 1] += (rotl(len(b1), p_u64) + workgroup_iscan_xor(bytes[me + 0]) * workgroup_max((~x4)))
return ceil_div((p_bool ? x4 : x4), min(1u32, v6))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v9 = f1(u32((b13[me] ? fixed_f64[me & 3] : fixed_f64[me & 7])), i32(grid_size.z))
let v10 = workgroup_add((v9 / (v9 - v9)))
let v11 = workgroup_add(i32(workgroup_size.z))
let v12 = workgroup_add(bits(fixed_f64[me & 3]))
barrier workgroup
async_copy(b17, 1, b10, b10[p_u32 % 10, 0] % 10, 47)
wait()
block l13 {
if p_u32 % 2 == 0 {
if ((v10 % 3 == 2) ? workgroup_iscan_or(p_bool) : (fixed_f64[me & 7] != fixed_f64[me & 7])) {
if (u32(63i64) % 5 >= 1) {
}
leave l13
}
leave l13
}
if bool((p_f32 == fixed_f32[me & 3])) {
leave l13
}
}
let v14 = grid_min(f64(p_bool))
let v15 = grid_and((p_i64 >> v10))
if fixed_bool[me & 7] && me % 6 == 1 { return }
b1[me] = u32((i64(subgroup) * i64(workgroups.y)))
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11) + u32(v12 >> 32) + u32(bits(v14)) + u32(v15)
