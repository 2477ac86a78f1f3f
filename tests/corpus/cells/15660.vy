// Program 15660 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15660
program conform_15660
workgroup 1023, 1, 1
grid 1023, 1, 1
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = 4
param p_u64: u64 = 0
param p_i64: i64 = -37
param p_f32: f32 = 0.25
param p_f64: f64 = -1.125
const WIDTH = 1023
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023] @axis(0)
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[3]
in fixed_i32: i32[9]
in fixed_u64: u64[8]
in fixed_i64: i64[8] @axis(0)
in fixed_f32: f32[5]
uniform fixed_f64: f64[10]
in b10: u8[7, 2]
out b11: u16[1023]
scratch b12: f32[1025]
scratch b13: i64[1024, 3] @live
inout b14: atomic u64[3]
persistent b15: atomic u32[1023]
shared b16: u32[1023]
shared b17: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_max(1u32)
let v1 = workgroup_max(fixed_i32[(p_bool ? 33u32 : u32_at(bytes, p_u32 % 41)) % 10])
let v2 = workgroup_max(fixed_u64[v0 % 9])
let v3 = atomic_exchange(b15[me], v0, acq_rel)
b14[max(p_u32, b10[p_u32 % 8, 1]) % 4] -= ((fixed_bool[(bytes[23] | b10[2, 1]) % 8] && fixed_bool[5u32 % 8]) ? u64(v1) : (p_bool ? v2 : u64_at(bytes, u32_at(bytes, 3) % 41)))
b11[me] = (bool(p_u64) ? workgroup_iscan_xor((256u32 & b0[me + 0])) : 4294967295u32)
block l4 {
if fixed_bool[mulhi(2147483647u32, bytes[3]) % 8] {
leave l4
}
if fixed_bool[workgroup_size.x % 8] {
leave l4
}
if bool(reverse(fixed_u32[32u32 % 4])) {
leave l4
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
