// Program 48772 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 48772
program conform_48772
workgroup 64, 1, 1
grid 202, 1, 1
param p_bool: bool = true
param p_u32: u32 = 25
param p_i32: i32 = -7
param p_u64: u64 = 32
param p_i64: i64 = -22
param p_f32: f32 = 3.25
param p_f64: f64 = -7.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[8]
in fixed_u32: u32[5] @align(8)
in fixed_i32: i32[4]
uniform fixed_u64: u64[3]
in fixed_i64: i64[6]
in fixed_f32: f32[7]
uniform fixed_f64: f64[11] @cache(streaming)
in b10: bf16[6, 2]
persistent b11: f32[256]
inout o12_512: bool[, 2, 1]
persistent b13: i64[257]
out b14: bf16[256, 3]
out b15: i8[257, 1]
persistent b16: atomic u32[4] @align(2)
inout b17: atomic u32[256] @cache(streaming)
shared b18: u32[64]
shared b19: f32[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[16384] @count(found)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_xor(x0)
let v3 = round(fma(fixed_f32[me & 7], fixed_f32[me & 3], fixed_f32[me & 3]))
let v4 = ((b0[4294967294u32 % 257] % 4 != 2) && grid_or(fixed_bool[x0 % 9]))
let v5 = workgroup_add(3.0f64)
return (p_u32 - u32(p_i32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_scan_xor(b0[p_i32 % 257])
let v7 = workgroup_scan_xor(i32(i64(gid.x)))
let v8 = workgroup_scan_xor(fixed_u64[u32(fixed_f64[p_u32 % 12]) % 4])
let v9 = atomic_load(b17[me])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, p_u32 % 65)
wait()
block l10 {
if grid_all(bool((v7 % i32(subgroup)))) {
atomic_add(b16[v6 % 5], bits(clamp(fixed_f32[v6 % 8], p_f32, b19[here])), release)
leave l10
}
barrier workgroup
if wid.x % 3 == 0 {
leave l10
}
if wid.x % 4 != 1 {
leave l10
}
}
let v11 = (bool(fixed_f32[reverse(4294967295u32) % 8]) ? grid_xor(((fixed_u64[me & 7] / p_u64) + v8)) : grid_max(u64(grid_size.y)))
var v12 = ((33i32 / fixed_i32[me & 3]) % p_i32)
v12 += (p_i32 + grid_load(fixed_i32[(32i32 & 256i32) % 5]) * grid_scan_and((-32i32)))
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v11 >> 32) + u32(v12)
