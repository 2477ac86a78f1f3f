// Program 17073 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17073
program conform_17073
workgroup 2, 3, 1
param p_grid: u32 = 5
grid p_grid + 1, 3, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 13
param p_u64: u64 = 39
param p_i64: i64 = -39
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18]
in bytes: u8[40]
in fixed_bool: bool[4]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[11]
in fixed_u64: u64[4]
uniform fixed_i64: i64[6]
uniform fixed_f32: f32[7]
in fixed_f64: f64[5]
uniform b10: i16[2, 1]
inout o11_60: u8[, 3]
inout b12: u8[18] @align(128)
scratch b13: i32[20, 3]
persistent b14: i16[20]
out b15: atomic u32[4]
scratch b16: atomic u64[18]
shared b17: u32[6]
shared b18: u64[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = y1
b13[me, grid_size.x % 3] *= i32(clamp(fixed_f32[me + 2], fixed_f32[lane % 8], fixed_f32[x0 % 8]))
let v3 = mulhi((len(b0) * x0), (SUM | b0[x0 % 19]))
return u32(i32(fixed_f32[len(b0) % 8]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_xor(fixed_bool[1138926724u64 % 5])
let v5 = grid_xor(ctz(o11_60[me, 2147483647u32 % 3]))
let v6 = grid_xor(fixed_i32[(v4 ? p_u32 : b17[here]) % 12])
let v7 = atomic_sub(b16[me], u64_at(bytes, 6))
atomic_store(b16[me], (max(p_u64, 256u64) << i64(fixed_i64[v5 % 7])), relaxed)
let v8 = (v4 ? workgroup_load(fixed_f64[(v4 ? 256u32 : 63u32) % 6]) : workgroup_load(fixed_f64[v5 % 6]))
let v9 = ((v4 || v4) ? grid_xor(((fixed_bool[b17[here] % 5] ? fixed_bool[me + 0] : v4) ? (~u64_at(bytes, p_u32 % 41)) : popcount(v7))) : grid_iscan_add((v7 ^ 5u64)))
o11_60[me, 1] += u32(trunc(fma(fixed_f32[TABLE[7] % 8], fixed_f32[ceil_div(p_u32, bytes[11]) % 8], fixed_f32[me + 1])))
var w10 = 2
while w10 > 0 && (w10 % 3 == 2 || grid_all((v8 <= 0.1f64))) {
w10 -= 1
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
