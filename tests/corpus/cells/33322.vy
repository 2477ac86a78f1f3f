// Program 33322 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33322
program conform_33322
workgroup 2, 3, 1
grid 86, 1, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = 7
param p_u64: u64 = 36
param p_i64: i64 = -29
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[258] @align(1)
out b1: u32[258]
in bytes: u8[40]
in fixed_bool: bool[4] @axis(0)
in fixed_u32: u32[7] @cache(streaming)
in fixed_i32: i32[4]
in fixed_u64: u64[11] @align(64)
uniform fixed_i64: i64[3] @align(1)
in fixed_f32: f32[11]
in fixed_f64: f64[8]
uniform b10: i8[9, 1]
scratch b11: u64[258] @live
scratch b12: i16[258, 1]
inout o13_258: i32[]
out b14: i8[258] @align(8) @axis(0)
persistent b15: u16[257]
persistent b16: atomic u32[1]
inout b17: atomic i64[258]
shared b18: u32[6]
shared b19: u64[6] @align(8)
shared b20: atomic u32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = rotr(bits(p_f64), (fixed_i64[me & 7] & fixed_i64[me & 3]))
b12[me, u32(1155736461i64) % 1] = y1
print "{} {}", bits(-0.1f32), rotr(fixed_i64[me & 1], 1i32)
return u32(abs(fixed_i64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_xor(b15[me])
let v4 = workgroup_scan_xor(fixed_i32[me & 1])
let v5 = workgroup_scan_xor(1694567543u64)
let v6 = atomic_or(b17[me], 32i64)
barrier workgroup
async_copy(b19, 0, fixed_u64, wid.z % 12, clz(b0[229]) % 7)
wait()
let v7 = ((64u32 % 5 == 2) ? grid_iscan_add(v6) : grid_scan_and(v6))
barrier workgroup
each i in 0u32..258 {
if fixed_bool[(0u32 << v6) % 5] { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6 >> 32) + u32(v7)
