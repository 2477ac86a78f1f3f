// Program 7160 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7160
program conform_7160
workgroup 7, 1, 1
grid 1024, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 1
param p_u64: u64 = 11
param p_i64: i64 = -19
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1029]
out b1: u32[1029]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[6]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[5]
uniform fixed_u64: u64[6]
in fixed_i64: i64[6]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
in b10: i8[5, 2] @axis(0)
persistent b11: i64[1030]
inout b12: u64[1030]
inout b13: i32[1030]
out b14: atomic i32[2]
scratch b15: atomic i64[1029] @live @axis(0)
shared b16: u32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_or(fixed_bool[TABLE[p_u32 % 10] % 7])
let v1 = subgroup_iscan_or(fixed_u32[me + 0])
let v2 = subgroup_iscan_or(i32(clamp(fixed_u64[me + 0], fixed_u64[(96492549i32 % 33i32) % 7], fixed_u64[me + 1])))
let v3 = subgroup_iscan_or((p_u64 / fixed_u64[me + 0]))
let v4 = subgroup_iscan_or(ctz(p_i64))
let v5 = subgroup_iscan_xor((v1 % 4 != 2))
let v6 = subgroup_iscan_xor(3u32)
let v7 = subgroup_iscan_xor(i32(v3))
let v8 = subgroup_iscan_xor(u64((~v2)))
let v9 = subgroup_iscan_xor((-v4))
let v10 = subgroup_any(v0)
atomic_store(b15[me], i64((fixed_i32[2147483648u32 % 6] + (-1i32))))
b14[b0[me + 2] % 3] -= ((p_bool ? v10 : v5) ? v2 : (v7 * p_i32))
region "r11" {
b11[me] = (bool(i32(-2147483647)) ? grid_scan_min(v4) : (~fixed_i64[clz(wid.x) % 7]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
