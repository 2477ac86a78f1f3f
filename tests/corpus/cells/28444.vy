// Program 28444 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28444
program conform_28444
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 13
param p_u64: u64 = 26
param p_i64: i64 = -2
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[8]
in fixed_u32: u32[10] @axis(0)
in fixed_i32: i32[3]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[5] @cache(random)
in fixed_f32: f32[11]
in fixed_f64: f64[9]
in o10_24: i8[, 3]
out b11: u64[9, 3]
out b12: u8[8, 1]
out b13: i8[8, 2]
inout b14: i8[8]
persistent b15: atomic i32[2]
scratch b16: atomic u64[7] @live
shared b17: u32[7]
shared b18: f32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_and(atomic_load(b16[me]))
let v1 = workgroup_scan_and(fixed_i64[abs(256u32) % 6])
let v2 = workgroup_scan_or((p_u32 % 4 < 1))
let v3 = atomic_load(b16[me])
let v4 = workgroup_scan_xor((u64_at(bytes, p_u32 % 41) ^ p_u64))
barrier workgroup
b11[me, 1] /= (bool(fixed_f32[32u32 % 12]) ? clz(1353844385u64) : clz(p_u64))
b11[me, bytes[35] % 3] = workgroup_max(b11[me, 1])
for k5 in -2..2 {
barrier grid
if ((fixed_bool[(fixed_bool[5] ? 2147483647u32 : 256u32) % 9] && fixed_bool[p_u32 % 9]) | bool(k5)) {
if (bool(fixed_i64[600354274u32 % 6]) ? workgroup_or((v1 <= i64(31u64))) : workgroup_scan_xor(v2)) {
var v6 = i64((~b17[here]))
block l7 {
b11[me, 4294967295u32 % 4] = u64(fixed_f64[me + 1])
v6 = (bool(2147483647u32) ? i64(fixed_bool[128u32 % 9]) : v6)
if v2 {  }
if fixed_bool[(698467598u32 ^ 63u32) % 9] {
}
if bool(v6) {  }
}
} else {
}
barrier grid
continue
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
