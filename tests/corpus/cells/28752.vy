// Program 28752 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28752
program conform_28752
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = false
param p_u32: u32 = 1
param p_i32: i32 = 12
param p_u64: u64 = 21
param p_i64: i64 = -23
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40] @align(128)
uniform fixed_bool: bool[7]
in fixed_u32: u32[11]
in fixed_i32: i32[8]
uniform fixed_u64: u64[7]
in fixed_i64: i64[6]
in fixed_f32: f32[11]
uniform fixed_f64: f64[10]
in o10_18: u16[, 3]
out b11: u16[96]
persistent b12: i32[97]
scratch b13: i64[96] @live
persistent b14: f32[96]
inout b15: u8[98]
out b16: atomic i32[3] @range(1, 11)
inout b17: atomic u32[len(b0)]
shared b18: u32[32]
shared b19: u16[32]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_add(64u32)
var v3 = (abs(y1) + grid_add(reverse(y1)) * grid_or(y1))
var v4 = grid_max(9223372036854775808u64)
var w5 = 0
loop {
w5 += 1
if w5 > 3 { break }
if (p_bool ? (p_bool || fixed_bool[(fixed_u64[3] % 127u64) % 8]) : fixed_bool[128u32 % 8]) {
continue
}
if (u32(fixed_i32[u32_at(bytes, p_u32 % 41) % 9]) < b0[2147483647u32 % 97]) {
continue
}
}
return ctz(b0[me + 0])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1(bits(fixed_f32[me & 1]), (-reverse(i32(-2147483647))))
let v7 = subgroup_and((p_u32 % 5 == 2))
let v8 = subgroup_and(bits(round(b14[me])))
let v9 = subgroup_and(p_i32)
let v10 = subgroup_and(u64_at(bytes, v8 % 41))
let v11 = subgroup_and(b13[me & 7])
let v12 = subgroup_or(false)
let v13 = subgroup_or(o10_18[me & 7, 1])
let v14 = subgroup_or(((fixed_bool[me & 7] ? v9 : v9) - b12[me]))
let v15 = subgroup_or(bits(f64(v12)))
let v16 = subgroup_or(b13[p_u32 % 97])
let v17 = subgroup_xor(fixed_bool[u32(v16) % 8])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 20)
barrier grid
wait()
if (o10_18[(168687340u32 << 4294967296i64) % 7, 1269589274u32 % 3] % 4 >= 1) && wid.x % 1 == 1 { return }
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
