// Program 31500 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 31500
program conform_31500
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = true
param p_u32: u32 = 20
param p_i32: i32 = -10
param p_u64: u64 = 36
param p_i64: i64 = -16
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7] @axis(0)
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[7]
in fixed_i32: i32[3]
uniform fixed_u64: u64[6] @axis(0)
in fixed_i64: i64[10]
in fixed_f32: f32[4]
uniform fixed_f64: f64[4]
in b10: u16[9, 1]
out b11: i16[7, 2]
inout b12: u32[9, 2] @axis(0)
persistent b13: i8[9, 1]
out b14: i16[7, 1]
scratch b15: atomic i32[3] @live
out b16: atomic i64[7]
shared b17: u32[7]
shared b18: f64[7]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[28] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and(i64(p_i32))
let v1 = grid_scan_or((bool(p_u32) || (p_i64 > v0)))
let v2 = grid_scan_or((b1[me] % b10[me + 2, 0]))
let v3 = atomic_exchange(b16[me], v0, release, system)
let v4 = (bool(16777217.0f64) ? grid_min(fixed_u64[v2 % 7]) : reverse(fixed_u64[b0[p_u32 % 8] % 7]))
b1[me] = v2
let v5 = ((fixed_bool[p_u32 % 7] || p_bool) ? workgroup_min(clz(p_i32)) : 2147483647i32)
let v6 = ((1u32 % p_u32) + grid_broadcast(ctz(7u32), (fixed_bool[p_u32 % 7] ? 127u32 : p_u32) % 8))
let v7 = (fixed_bool[u32(2.5f64) % 7] ? workgroup_scan_min(v3) : rotl(v0, v5))
block l8 {
b18[here] = fixed_f64[me + 1]
if (v1 != p_bool) {  }
b13[me, 0] = i32(sqrt(fixed_f32[me + 1]))
b1[me] += ((v1 && fixed_bool[7u32 % 7]) ? clz(b17[here]) : v6)
if (!fixed_bool[p_u32 % 7]) {  }
}
let v9 = ((fixed_f32[v6 % 5] / fixed_f32[me + 0]) + grid_add(unbits(0x8ac830ffu32)))
var w10 = 3
while w10 > 0 && (w10 % 3 == 2 || grid_xor((fixed_bool[v0 % 7] & fixed_bool[v6 % 7]))) {
w10 -= 1
b1[me] = popcount(abs(b12[me, 1]))
if bool((unbits(0x7e82705e8a1c146fu64) + fixed_f64[TABLE[7] % 5])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v9)
