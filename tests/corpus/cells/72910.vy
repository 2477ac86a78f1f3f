// Program 72910 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72910
program conform_72910
workgroup 8, 4, 1
grid 63, 1, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -13
param p_u64: u64 = 13
param p_i64: i64 = -27
param p_f32: f32 = 1.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @binding(7)
out b1: u32[256] @binding(14) @align(128)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[3] @binding(28)
in fixed_u32: u32[4] @binding(35)
uniform fixed_i32: i32[7] @binding(5)
uniform fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[8] @binding(19) @axis(0)
uniform fixed_f32: f32[8] @binding(26) @cache(random)
in fixed_f64: f64[11] @binding(33)
in b10: i16[5] @binding(3)
scratch b11: bool[len(b0)] @binding(10)
scratch b12: bool[256] @binding(17) @cache(temporal)
persistent b13: atomic i64[3] @binding(24)
scratch b14: atomic u32[256] @binding(31)
shared b15: u32[32] @binding(1)
shared b16: u64[32] @binding(8)
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1] @binding(40)
out hits: u32[1024] @count(found) @binding(39)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (fixed_f64[x0 % 12] != (b11[me] ? fixed_f64[me + 1] : fixed_f64[u64(fixed_f32[me + 1]) % 12]))
b11[me] = v2
return u32((p_i32 * y1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_add(rotl(p_i32, 5u32))
let v4 = grid_iscan_add((p_u64 + b16[here]))
let v5 = grid_iscan_add(fixed_i64[v4 % 9])
let v6 = atomic_and(b14[me], 255u32)
let v7 = ((fixed_bool[fixed_u32[p_u32 % 5] % 4] ^ fixed_bool[p_i32 % 4]) ? workgroup_scan_or(p_u64) : workgroup_iscan_and(v4))
let v8 = grid_iscan_xor(u32(fixed_u64[(false ? v6 : p_u32) % 11]))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
