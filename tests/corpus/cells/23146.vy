// Program 23146 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 23146
program conform_23146
workgroup 7, 1, 1
grid 3, 1, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = -2
param p_u64: u64 = 27
param p_i64: i64 = -28
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[10]
uniform fixed_i32: i32[4]
in fixed_u64: u64[3]
uniform fixed_i64: i64[10]
in fixed_f32: f32[3]
uniform fixed_f64: f64[11]
in b10: u16[8, 2]
inout b11: i32[7]
out b12: f64[9, 1]
inout b13: f32[9, 1]
inout b14: i64[7]
inout b15: atomic u64[2]
persistent b16: atomic i64[len(b0)]
shared b17: u32[7]
shared b18: i32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_max(fixed_f32[me & 7])
let v1 = workgroup_max(b12[me, 1u32 % 1])
let v2 = workgroup_and((min(v0, v0) <= round(v0)))
let v3 = atomic_and(b16[me], 255i64)
barrier workgroup
async_copy(b18, 2, fixed_i32, (v2 ? workgroups.x : p_u32) % 5, 5)
barrier grid
wait()
b15[p_u32 % 3] += ((v2 && v2) ? popcount(256u64) : max(fixed_u64[me & 3], fixed_u64[me & 3]))
let v4 = ((v2 ? v2 : v2) ? workgroup_add(((v2 && v2) ? (true ? fixed_f32[457728457u32 % 4] : fixed_f32[me & 7]) : v0)) : (v2 ? b13[me, 0] : p_f32))
let v5 = (bool(fixed_i64[b0[6] % 11]) ? workgroup_scan_max(i32(32i32)) : workgroup_and((fixed_i32[me & 3] >> (b11[me] + 32i32))))
for k6 in TABLE[5] % 2..2 + (bool(2120948883u32) ? grid_load(b0[fixed_u32[p_u32 % 11] % 8]) : (fixed_u32[256u32 % 11] >> fixed_i32[b10[0, 1] % 5])) % 3 step 1 {
if p_bool {
break
}
if bool(f64(fixed_f32[p_u32 % 4])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(bits(v1)) + u32(v2) + u32(v3) + u32(bits(v4)) + u32(v5)
