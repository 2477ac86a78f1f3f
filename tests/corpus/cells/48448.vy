// Program 48448 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 48448
program conform_48448
workgroup 1, 1, 9
grid 4, 1, 27
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = 4
param p_u64: u64 = 22
param p_i64: i64 = -15
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[108] @align(16)
out b1: u32[len(b0)] @align(2)
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[3]
in fixed_i32: i32[5]
uniform fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[6]
in fixed_f64: f64[4]
in o10_15: u8[, 3]
out b11: f32[len(b0)] @range(106, 40)
inout b12: i8[108]
out b13: u16[109] @align(16) @axis(0)
inout o14_218: u64[, 2]
inout b15: atomic u32[3]
scratch b16: atomic u32[108]
shared b17: u32[9]
shared b18: f64[9]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (y1 % (false ? p_i32 : y1))
if fixed_bool[o10_15[me + 0, 1] % 10] {
} else if ((grid_size.x % o10_15[me + 2, grid_size.y % 3]) % 4 >= 2) {
}
return rotr(p_u32, max(x0, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_max(fixed_f32[wid.x % 7])
let v4 = subgroup_max(b18[here])
let v5 = subgroup_and(((o10_15[1219640806u32 % 6, 1] < o10_15[me + 0, (true ? 32u32 : 2147483647u32) % 3]) && bool(fixed_bool[4294967294u32 % 10])))
let v6 = subgroup_and(1u32)
let v7 = subgroup_and(i32(v3))
let v8 = subgroup_and(o14_218[me, 1])
let v9 = subgroup_and((~i64(fixed_i64[u32(false) % 7])))
let v10 = subgroup_or((3.0f32 <= fixed_f32[b13[me] % 7]))
let v11 = subgroup_or(v6)
let v12 = subgroup_or((false ? v7 : fixed_i32[max(p_u32, b0[5]) % 6]))
let v13 = subgroup_or((fixed_u64[v11 % 5] + v8))
let v14 = atomic_xor(b16[me], v6, relaxed, system)
let v15 = ((o10_15[b0[p_u32 % 109] % 6, 2147483647u32 % 3] % 3 != 1) ? workgroup_scan_and(fixed_i64[p_u32 % 7]) : workgroup_min(v9))
let v16 = grid_or(v7)
if (bool(fixed_f32[TABLE[p_u32 % 10] % 7]) & (fixed_bool[o10_15[0, 1] % 10] | fixed_bool[u32_at(bytes, p_u32 % 41) % 10])) {
block l17 {
if (reverse(p_u32) % 5 == 2) {
leave l17
}
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
