// Program 60860 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60860
program conform_60860
workgroup 5, 1, 1
grid 1025, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = 7
param p_u64: u64 = 2
param p_i64: i64 = -27
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1025]
out b1: u32[1025] @range(3679, 269)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[11]
in fixed_i32: i32[7] @cache(streaming)
in fixed_u64: u64[4]
uniform fixed_i64: i64[8]
in fixed_f32: f32[9]
in fixed_f64: f64[10]
uniform b10: u16[4, 2]
out b11: i64[len(b0)]
out b12: i16[1026, 1, 2] @range(618, 1427)
out b13: u8[1026, 3]
persistent b14: atomic u64[4]
scratch b15: atomic u32[len(b0)] @live
shared b16: u32[5]
shared b17: i64[5]
shared b18: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[65600] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[4]
a2[p_u32 % 4] = fixed_bool[me & 3]
let v3 = a2[x0 % 4]
hits[atomic_add(found[0], 1)] = bytes[(x0 ^ bytes[24]) % 41]
b12[me, 0, 0] = abs(clamp(y1, y1, p_i32))
return u32_at(bytes, x0 % 41)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_min(max(u32(fixed_i64[me & 1]), atomic_min(b15[me], u32_at(bytes, 37))))
let v5 = workgroup_iscan_min(i32(fixed_u64[2147483647i32 % 5]))
let v6 = workgroup_iscan_min(fixed_u64[me & 3])
let v7 = atomic_compare_exchange(b15[me], 3u32, v4, relaxed, system)
barrier workgroup
async_copy(b17, 0, fixed_i64, 1459542561u32 % 9, 1)
wait()
b14[63u32 % 5] += ((fixed_bool[(b10[me & 3, 1] & v4) % 11] ? p_u64 : fixed_u64[v4 % 5]) + (-fixed_u64[me & 7]))
let v8 = grid_iscan_add(fixed_i32[me & 3])
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
