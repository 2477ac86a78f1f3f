// Program 14029 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14029
program conform_14029
workgroup 32, 1, 1
grid 39, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = 12
param p_u64: u64 = 14
param p_i64: i64 = -18
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[7]
in fixed_i32: i32[11]
uniform fixed_u64: u64[7]
in fixed_i64: i64[5]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[5] @align(1) @axis(0)
uniform b10: i8[5, 3] @align(1)
persistent b11: i64[len(b0)]
out b12: f32[66] @range(229, 10)
scratch b13: i32[64] @axis(0)
scratch b14: atomic u32[2]
inout b15: atomic i64[len(b0)]
shared b16: u32[32]
shared b17: i64[32]
shared b18: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = i64(clamp(u32(p_u32), x0, u32(fixed_f32[me + 1])))
block l3 {
var a4: bool[4]
a4[gid.x % 4] = ((bool(false) ? fixed_bool[2u64 % 12] : (p_f64 > fixed_f64[x0 % 6])) & bool(ctz(fixed_u64[p_u32 % 8])))
let v5 = a4[2147483647u32 % 4]
if bool(sqrt(fixed_f64[workgroups.x % 6])) { leave l3 }
}
return ceil_div(b0[x0 % 65], x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_iscan_add(rotl((-1i64), fixed_i32[me + 2]))
let v7 = workgroup_iscan_min(ceil_div(b16[here], b0[(p_u32 & 1965289984u32) % 65]))
let v8 = workgroup_iscan_min((p_bool ? b10[me + 1, 2147483647u32 % 3] : fixed_i32[reverse(33u64) % 12]))
let v9 = atomic_xor(b15[me], p_i64, acq_rel, system)
barrier workgroup
async_copy(b17, 1, fixed_i64, bits(unbits(0x5f000000u32)) % 6, 19)
wait()
b14[v7 % 3] += ceil_div(ceil_div(p_u32, v7), rotl(v7, v8))
b17[here] = (v9 + grid_scan_min(p_i64))
b12[me] /= p_f32
if bool(u64(p_i32)) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9)
