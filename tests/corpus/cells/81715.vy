// Program 81715 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 81715
program conform_81715
workgroup 4, 4, 3
grid 16, 4, 6
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -17
param p_u64: u64 = 28
param p_i64: i64 = -33
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[384]
out b1: u32[len(b0)] @range(74, 1329)
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[9]
in fixed_i32: i32[6]
in fixed_u64: u64[7]
in fixed_i64: i64[4]
in fixed_f32: f32[4]
uniform fixed_f64: f64[8]
uniform b10: u8[2]
out b11: u8[384] @range(81, 54)
out b12: bool[384, 2]
out b13: f64[386, 2]
inout b14: atomic i64[2]
persistent b15: atomic u32[384]
shared b16: u32[48]
shared b17: u8[48]
shared b18: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_add(x0)
var v3 = ((fixed_bool[108922256u32 % 8] ? fixed_bool[127u32 % 8] : fixed_bool[64u32 % 8]) ? workgroup_load(fixed_f32[b0[p_u32 % 385] % 5]) : workgroup_load(fixed_f32[31i64 % 5]))
v3 = ((b0[u32(v3) % 385] % 2 != 1) ? workgroup_max(unbits(0x24068692u32)) : max(v3, v3))
var v4 = ((bool(b10[me & 7]) && (p_u32 % 4 < 2)) ^ ((v2 % 4 < 1) && (fixed_i32[me & 3] < fixed_i32[me & 1])))
v4 = ((v4 ? p_bool : v4) ^ (p_f32 >= p_f32))
v4 = (!(clamp(TABLE[(v4 ? 256u32 : x0) % 10], b10[4294967294u32 % 3], 477353569u32) == popcount(p_u32)))
return u32(fixed_bool[me & 1])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_add((fixed_bool[me & 1] ? (b13[me, 1] + fixed_f64[me & 1]) : (fixed_f64[me & 3] * fixed_f64[b0[me + 1] % 9])))
let v6 = workgroup_min(b10[me & 1])
let v7 = workgroup_min(fixed_i32[me & 7])
let v8 = atomic_exchange(b15[me], v6, acquire)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, v6 % 49)
wait()
block l9 {
let v10 = grid_add((i32(subgroup) & v7))
if ((b10[(2147483647u32 << 127u64) % 3] % 3 < 1) ? grid_scan_and(p_bool) : grid_scan_or((fixed_bool[me & 7] | b12[me, b17[me & 3] % 2]))) {
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v5) >> 32) + u32(v6) + u32(v7) + u32(v8)
