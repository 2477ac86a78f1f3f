// Program 27557 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27557
program conform_27557
workgroup 31, 1, 1
grid 58, 1, 1
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = 8
param p_u64: u64 = 36
param p_i64: i64 = -26
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[6] @cache(streaming)
uniform fixed_i32: i32[5]
in fixed_u64: u64[11] @align(1)
uniform fixed_i64: i64[8]
uniform fixed_f32: f32[5] @axis(0)
uniform fixed_f64: f64[3]
in b10: u16[9]
inout o11_63: f32[]
inout b12: u8[63, 1]
scratch b13: atomic u32[4] @live @axis(0)
scratch b14: atomic u64[62] @live
shared b15: u32[31]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[248] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(p_i32)
let v1 = workgroup_iscan_min(fixed_u64[841911630u32 % 12])
let v2 = workgroup_iscan_min(fixed_i64[v1 % 9])
let v3 = atomic_and(b14[me], 256u64, relaxed, system)
let v4 = ((b0[2147483648u32 % 63] % 2 == 2) ? workgroup_broadcast(v0, (4294967295u32 >> 5i32) % 32) : workgroup_iscan_max(p_i32))
var a5: i64[1]
a5[u32(unbits(0x10000000000000u64)) % 1] += ((fixed_bool[1216995953u32 % 4] | fixed_bool[ctz(127u32) % 4]) ? workgroup_iscan_and(max(rotr(a5[p_u32 % 2], v4), (p_i64 - v2))) : workgroup_scan_xor(p_i64))
let v6 = a5[p_u32 % 1]
b15[here] = u32(min(0.1f64, fixed_f64[me + 1]))
atomic_store(b14[me], u64((fixed_bool[(false ? p_i32 : fixed_i32[p_u32 % 6]) % 4] ? a5[0u32 % 2] : fixed_i64[u32(3.0f64) % 9])))
a5[2147483647u32 % 1] = i64(u32(b15[here]))
var w7 = 0
while w7 < 5 && fixed_bool[(4294967296u64 * v1) % 4] {
w7 += 1
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(a5[0]) + u32(v6)
