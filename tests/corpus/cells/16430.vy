// Program 16430 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16430
program conform_16430
workgroup 8, 4, 1
grid 3, 12, 1
param p_bool: bool = true
param p_u32: u32 = 25
param p_i32: i32 = -11
param p_u64: u64 = 32
param p_i64: i64 = -29
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96] @range(340, 41)
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[10]
uniform fixed_i32: i32[5]
in fixed_u64: u64[5]
in fixed_i64: i64[10]
in fixed_f32: f32[8] @axis(0)
uniform fixed_f64: f64[7]
in b10: i8[5, 3] @cache(temporal)
scratch b11: u16[98, 3] @live
scratch b12: i8[96] @live
out b13: f64[96] @range(306, 190)
scratch b14: atomic u32[2] @live
scratch b15: atomic i32[96]
shared b16: u32[32] @align(16)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[384] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (bool(fixed_f32[SUM % 9]) ? (fixed_bool[63i64 % 5] ? fixed_f32[x0 % 9] : p_f32) : (fixed_bool[x0 % 5] ? p_f32 : fixed_f32[p_u32 % 9]))
let v3 = f32((x0 % bytes[x0 % 41]))
return u32(f32(fixed_i64[x0 % 11]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_xor(b16[here])
let v5 = workgroup_scan_xor(atomic_load(b15[me]))
let v6 = workgroup_scan_xor(rotr(fixed_u64[v4 % 6], fixed_i64[2147483648u32 % 11]))
let v7 = atomic_exchange(b15[me], v5, release, system)
var v8 = (i64(fixed_bool[b0[p_u32 % 97] % 5]) + grid_and(i64(fixed_i64[v4 % 11])))
var v9 = b0[fixed_i64[p_u32 % 11] % 97]
b11[me, 1] += ((-32u32) + workgroup_or(rotr(v9, v5)))
each i in 0u64..96 {
if (abs(b0[v9 % 97]) % 5 == 2) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
