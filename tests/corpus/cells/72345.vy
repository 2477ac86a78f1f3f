// Program 72345 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72345
program conform_72345 service
workgroup 1, 1, 9
grid 4, 1, 36
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = 17
param p_u64: u64 = 22
param p_i64: i64 = -35
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[144] @cache(streaming)
out b1: u32[144]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[8]
in fixed_i32: i32[10] @cache(streaming)
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[7]
in fixed_f32: f32[6]
uniform fixed_f64: f64[4] @align(64)
in b10: u16[6, 1]
inout b11: u16[144]
inout b12: f64[145, 3]
scratch b13: u16[144] @align(8)
inout o14_292: u16[, 1, 2]
out b15: atomic i64[3]
persistent o16_144: atomic u64[]
mapped b17: u8[len(b0)]
mapped b18: u16[144]
mapped b19: atomic u64[144]
shared b20: u32[9]
shared b21: u16[9]
shared b22: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_max(1467280888u64)
let v1 = grid_max(fixed_i64[me & 3])
let v2 = grid_max(unbits(0x7f800000u32))
let v3 = atomic_load(o16_144[me])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, 0)
barrier grid
wait()
let v4 = ((!fixed_bool[u32_at(bytes, 20) % 11]) ? workgroup_add(u64(fixed_i32[me & 3])) : workgroup_scan_xor(u64(workgroups.z)))
b15[len(b1) % 4] += fixed_i64[me & 1]
{
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(bits(v2)) + u32(v3 >> 32) + u32(v4 >> 32)
