// Program 3657 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3657
program conform_3657
workgroup 33, 1, 1
grid 71, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 16
param p_u64: u64 = 4
param p_i64: i64 = -36
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
uniform fixed_bool: bool[3]
uniform fixed_u32: u32[8]
in fixed_i32: i32[8] @cache(streaming)
in fixed_u64: u64[8]
in fixed_i64: i64[6]
in fixed_f32: f32[11]
in fixed_f64: f64[10] @align(128)
in b10: i16[3, 2]
scratch b11: i64[len(b0)] @live
inout b12: i64[99, 2, 1]
inout b13: u8[98, 1]
inout o14_98: u8[]
scratch b15: atomic u64[3] @live
scratch b16: atomic i64[99] @live
shared b17: u32[33]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[6336] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_or((fixed_bool[4294967295u32 % 4] ? fixed_u64[abs(2147483647i32) % 9] : fixed_u64[me & 3]))
let v1 = workgroup_scan_or(((p_bool && false) ? ctz(atomic_min(b16[me], 9223372036854775807i64, release, workgroup)) : reverse(fixed_i64[b0[91] % 7])))
let v2 = workgroup_scan_xor((b13[me, 0] % 2 == 1))
let v3 = atomic_min(b16[me], v1, acquire, workgroup)
b15[(-len(b1)) % 4] -= v0
block l4 {
barrier grid
if (bool(i64(workgroup_size.z)) || workgroup_or(true)) {
var v5 = fixed_u64[7u32 % 9]
v5 = (bool(128u32) ? u64(len(bytes)) : (fixed_bool[ctz(p_u32) % 4] ? fixed_u64[u64(p_i64) % 9] : 431404701u64))
leave l4
}
b12[me, p_u32 % 2, 0] = i64((fixed_f32[(true ? b13[me, 0] : 2147483648u32) % 12] - fixed_f32[b13[me, 0] % 12]))
}
region "r6" {
var a7: i32[2]
a7[max(1419428208u32, 1077477502u32) % 2] = ((-1.5f64 <= fixed_f64[workgroup_size.z % 11]) ? workgroup_scan_add(i32(fixed_u64[32u32 % 9])) : workgroup_scan_or(reverse(i32(grid_size.y))))
let v8 = a7[ceil_div(b1[me], 2147483647u32) % 2]
var v9 = (p_bool ? fixed_f32[fixed_u64[me & 7] % 12] : 16777217.0f32)
v9 = unbits(0x3c397e3au32)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3)
