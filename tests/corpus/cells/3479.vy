// Program 3479 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3479
program conform_3479
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = -20
param p_u64: u64 = 32
param p_i64: i64 = -7
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31] @align(4)
in bytes: u8[40] @cache(random)
uniform fixed_bool: bool[4]
in fixed_u32: u32[6] @align(2)
in fixed_i32: i32[4]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[7]
uniform fixed_f64: f64[6] @cache(streaming)
in b10: i8[4]
inout b11: f32[31]
scratch b12: f32[32] @live
persistent b13: u16[30]
out b14: i8[31] @range(14, 14)
persistent b15: atomic u64[1]
scratch b16: atomic u64[31] @live @align(16) @cache(streaming)
shared b17: u32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[124] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = y1
v2 += (bool(fixed_u64[3u64 % 6]) ? abs(y1) : (-v2))
v2 = ((y1 + y1) | v2)
v2 += (-(y1 + v2))
return (~(p_u32 >> y1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_scan_add(fixed_i32[(9223372036854775808u64 * 7u64) % 5])
let v4 = grid_scan_add(atomic_and(b16[me], 18446744073709551615u64, acq_rel, workgroup))
let v5 = grid_scan_add(fixed_i64[v3 % 5])
let v6 = atomic_or(b16[me], v4, relaxed, device)
atomic_add(b15[256u32 % 2], ctz((v4 ^ fixed_u64[3u32 % 6])), relaxed, system)
let v7 = workgroup_scan_max(v5)
let v8 = true
for k9 in popcount(b17[here]) % 3..b13[me] % 6 step rotr(b17[here], v4) % 4 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
