// Program 1522 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1522
program conform_1522
workgroup 8, 4, 1
grid 21, 8, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 17
param p_u64: u64 = 28
param p_i64: i64 = -8
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[5] @cache(random)
in fixed_i32: i32[4]
in fixed_u64: u64[11] @align(1)
uniform fixed_i64: i64[11]
uniform fixed_f32: f32[5]
in fixed_f64: f64[6]
in b10: i8[7, 2]
out b11: u32[194] @range(247, 221) @cache(streaming)
scratch b12: i64[193, 3] @live
persistent b13: u32[193]
out b14: atomic i32[4]
inout b15: atomic u64[192]
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_add(fixed_i32[me + 0])
let v1 = workgroup_scan_add(fixed_u64[2i64 % 12])
let v2 = workgroup_scan_add(min(p_i64, p_i64))
let v3 = atomic_xor(b15[me], v1, acquire)
b14[64u32 % 5] += p_i32
if (fixed_bool[127u32 % 12] ? (fixed_bool[bits(unbits(0xff800000u32)) % 12] ? fixed_bool[1315579833u32 % 12] : fixed_bool[rotl(596240993u64, fixed_u64[2]) % 12]) : bool(fixed_u64[256u32 % 12])) {
atomic_sub(b14[TABLE[p_u32 % 10] % 5], i32(fixed_i64[u32(16777217.0f32) % 12]), relaxed, device)
}
b16[here] = u32((fixed_bool[me + 0] ? p_f64 : fixed_f64[2147483647u32 % 7]))
b1[me] ^= reverse(b11[me])
let v4 = f64((fixed_i32[u32(fixed_i64[8]) % 5] / fixed_i32[64u32 % 5]))
let v5 = grid_and(v3)
if ((false | fixed_bool[p_u32 % 12]) ? bool(p_bool) : (v4 != v4)) {
let v6 = (i32(false) + workgroup_iscan_and((fixed_bool[1u32 % 12] ? v0 : v0)))
barrier workgroup
async_copy(b16, 2, b0, 3u32 % 193, 15)
wait()
}
var w7 = 3
while w7 > 0 && (w7 % 3 == 2 || ((v4 == fixed_f64[7i64 % 7]) || grid_any((i64(b10[b13[me] % 8, 1]) != (fixed_bool[(5u64 - p_u64) % 12] ? 7i64 : v2))))) {
w7 -= 1
var w8 = 2
while w8 > 0 {
w8 -= 1
if ((fixed_bool[v5 % 12] | fixed_bool[256u32 % 12]) ^ bool(v4)) {
}
}
if fixed_bool[fixed_u32[p_u32 % 6] % 12] {
continue
}
if (ceil_div(p_u32, b0[(2u32 - 5u32) % 193]) % 5 < 1) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
