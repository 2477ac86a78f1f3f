// Program 73225 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 73225
program conform_73225
workgroup 2, 3, 1
grid 4, 12, 1
param p_bool: bool = false
param p_u32: u32 = 33
param p_i32: i32 = -12
param p_u64: u64 = 25
param p_i64: i64 = -18
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48]
out b1: u32[48]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[11]
in fixed_i32: i32[10]
uniform fixed_u64: u64[6]
in fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[8] @align(8)
in b10: u16[4, 3]
inout b11: u16[48]
persistent b12: bool[48]
persistent b13: u64[48] @cache(temporal)
persistent b14: i32[48, 1] @axis(0)
out b15: f32[48]
inout b16: atomic i64[2]
scratch b17: atomic u64[48] @live
shared b18: u32[6]
shared b19: u16[6]
shared b20: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_or(p_i32)
let v1 = workgroup_iscan_or((fixed_u64[me & 1] | (atomic_max(b17[me], 63u64, acq_rel) ^ fixed_u64[me & 7])))
let v2 = workgroup_iscan_or((p_i64 >> fixed_i64[me & 1]))
let v3 = atomic_load(b17[me])
barrier workgroup
async_copy(b19, 2, b10, fixed_u32[p_u32 % 12] % 5, (4294967294u32 ^ 2u32) % 7)
wait()
b16[rotr(4294967294u32, v2) % 3] -= (i64(v3) - (v2 >> b10[me & 3, u32_at(bytes, p_u32 % 41) % 3]))
for k4 in 127u32 % 2..2 + grid_add(b18[v0 % 7]) % 3 {
b1[me] += workgroup_add(k4)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3)
