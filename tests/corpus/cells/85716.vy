// Program 85716 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 85716
program conform_85716
workgroup 16, 3, 1
grid 2, 3, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = 16
param p_u64: u64 = 3
param p_i64: i64 = -29
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48]
out b1: u32[48] @range(7, 53) @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[11]
uniform fixed_i32: i32[11]
in fixed_u64: u64[11]
in fixed_i64: i64[7]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[6]
in b10: u16[6]
persistent b11: i32[48]
persistent o12_50: u64[, 1]
persistent b13: u16[48, 3]
out b14: i64[48, 2]
scratch b15: f64[48]
inout b16: atomic u64[3]
scratch b17: atomic u32[48]
shared b18: u32[48]
shared b19: i32[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[3072] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_add(((SUM % 2 != 2) ? clz(b13[me, 2096000831u32 % 3]) : atomic_xor(b17[me], b13[me, 1])))
let v1 = workgroup_iscan_add(b19[here])
let v2 = workgroup_iscan_add(u64(workgroups.z))
let v3 = atomic_xor(b17[me], v0)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 16)
barrier grid
wait()
atomic_add(b16[v3 % 4], ceil_div((fixed_bool[me & 1] ? v2 : 128u64), (fixed_bool[me & 1] ? v2 : v2)), acq_rel)
let v4 = ((false || fixed_bool[clamp(p_i64, 7i64, 32i64) % 7]) ? workgroup_iscan_min(clamp(33i64, p_i64, fixed_i64[me & 1])) : workgroup_iscan_and(fixed_i64[64i32 % 8]))
block l5 {
if ((!fixed_bool[me & 3]) & (p_f64 <= fixed_f64[me & 3])) {  }
if p_bool {
}
if (bool(v1) ^ bool(fixed_f64[me & 1])) { leave l5 }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4 >> 32)
