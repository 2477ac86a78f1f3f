// Program 2337 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2337
program conform_2337
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = 0
param p_u64: u64 = 19
param p_i64: i64 = -38
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[7]
uniform fixed_i32: i32[8]
in fixed_u64: u64[3]
in fixed_i64: i64[8]
in fixed_f32: f32[3]
in fixed_f64: f64[10]
in b10: i16[2, 2] @align(128)
persistent b11: f32[31]
inout b12: bool[31]
inout b13: bool[32, 1] @axis(0)
persistent b14: u32[32, 3]
inout o15_33: u64[]
scratch b16: atomic i64[3] @live
scratch b17: atomic u64[31] @live
shared b18: u32[1]
shared b19: f32[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_min(((160839741i32 | b10[me + 0, 1]) ^ (-fixed_i32[u32_at(bytes, p_u32 % 41) % 9])))
let v1 = workgroup_min((b12[me] ? 64u64 : o15_33[me]))
let v2 = workgroup_min(fixed_i64[(p_u32 * 5u32) % 9])
let v3 = atomic_min(b17[me], o15_33[me], release, workgroup)
barrier workgroup
async_copy(b19, 2, fixed_f32, popcount(b0[p_u32 % 32]) % 4, 5u32 % 2)
wait()
atomic_add(b16[2147483648u32 % 4], reverse(rotr(v2, v0)), acq_rel, workgroup)
barrier workgroup
async_copy(b18, 1, fixed_u32, b0[11] % 8, workgroup_size.y % 2)
wait()
let v4 = (fixed_i64[p_u32 % 9] + grid_add(v2))
var w5 = 0
loop {
w5 += 1
if w5 > 2 { break }
var v6 = f64(f64((b0[p_u32 % 32] ^ 64u32)))
v6 = v6
block l7 {
if ((fixed_bool[b14[me, 1] % 4] || fixed_bool[me + 1]) ^ bool(fixed_f32[v0 % 4])) {  }
if ((fixed_bool[1404642304u32 % 4] ^ p_bool) ? (v0 <= v0) : (b13[me, 0] ^ p_bool)) {  }
}
if ((fixed_bool[bits(unbits(0x80000000u32)) % 4] || fixed_bool[reverse(255u32) % 4]) ? (fixed_bool[(true ? 0u32 : b0[p_u32 % 32]) % 4] & fixed_bool[b0[p_u32 % 32] % 4]) : (b0[256u32 % 32] % 5 == 1)) {
break
}
if ((b0[fixed_u32[p_u32 % 8] % 32] | b0[1993086382u32 % 32]) % 3 != 1) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
