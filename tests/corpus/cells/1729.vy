// Program 1729 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1729
program conform_1729
workgroup 16, 3, 1
grid 32, 6, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = -11
param p_u64: u64 = 36
param p_i64: i64 = -10
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192] @range(313, 143)
in bytes: u8[40]
uniform fixed_bool: bool[3]
uniform fixed_u32: u32[4]
in fixed_i32: i32[6]
in fixed_u64: u64[11]
uniform fixed_i64: i64[4]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
in b10: u16[4, 1]
scratch b11: u8[194] @live
inout b12: u16[194]
out b13: i64[194, 3, 1]
inout b14: u16[192, 2]
persistent b15: atomic i64[1]
persistent o16_192: atomic i64[]
shared b17: u32[48]
shared b18: u16[48]
shared b19: atomic u32[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[12288] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (b14[me, 1] % 3 >= 2)
v2 = bool(((fixed_u64[me & 7] | p_u64) << fixed_i64[me & 7]))
if me <= 195 { b13[me, (v2 ? workgroup_size.y : x0) % 3, 0] %= (max(fixed_i64[x0 % 5], b13[me, u32_at(bytes, 20) % 4, 0]) % (~31i64)) }
hits[atomic_add(found[0], 1)] = ((x0 >> fixed_i64[me & 7]) / min(x0, x0))
return mulhi((b10[me & 3, 0] ^ fixed_u32[me & 7]), u32(v2))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_scan_min((~63u32))
let v4 = workgroup_scan_min((i32(i64(workgroups.x)) & i32(fixed_u64[me & 1])))
let v5 = workgroup_scan_min(u64(fixed_f64[me & 1]))
let v6 = atomic_and(o16_192[me], 7i64, acquire, system)
b15[v3 % 2] -= ((-255i64) & (v6 / v6))
block l7 {
if fixed_bool[b0[93] % 4] {
leave l7
}
let v8 = workgroup_scan_add(popcount(33u32))
if me % 3 != 0 {
leave l7
}
b17[here] += (u32(fixed_u64[fixed_i32[4] % 12]) << clamp(63u64, u64(workgroups.x), v5))
}
var v9 = (fixed_bool[2u32 % 4] ? grid_broadcast(i32(p_f32), 33u32 % 193) : grid_broadcast(i32(v6), 127u32 % 193))
v9 = i32((v9 * fixed_i32[(2u32 ^ b10[1, 0]) % 7]))
v9 = ctz((fixed_bool[reverse(255u32) % 4] ? v9 : i32(workgroup_size.x)))
let v10 = grid_scan_xor(1804250549i32)
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v9) + u32(v10)
