// Program 85857 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 85857
program conform_85857
workgroup 7, 1, 1
grid 28, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = 4
param p_u64: u64 = 23
param p_i64: i64 = -19
param p_f32: f32 = 2.25
param p_f64: f64 = -3.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[10]
in fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[10]
in fixed_f32: f32[11]
in fixed_f64: f64[9] @align(256)
in o10_7: u16[]
persistent b11: i32[28]
scratch b12: f64[30, 3]
out b13: u32[29]
persistent b14: atomic i64[4]
out b15: atomic i32[28]
shared b16: u32[7]
shared b17: i32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max(7i64)
let v1 = workgroup_iscan_and(false)
let v2 = workgroup_iscan_and(u32(p_f64))
let v3 = atomic_and(b15[me], 1i32, acquire)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 5)
barrier grid
wait()
let v4 = ((fixed_i64[2049657878u32 % 11] < fixed_i64[p_u32 % 11]) ? workgroup_max(rotr(v3, v0)) : workgroup_iscan_or(v3))
barrier workgroup
b16[here] = u32(3i64)
let v5 = (p_u64 + grid_xor(5u64) * grid_broadcast(fixed_u64[v2 % 10], (true ? 1287236145u32 : 128u32) % 29))
b11[me] += mulhi((v1 ? v4 : b17[here]), (fixed_i32[31u32 % 9] / b17[here]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
