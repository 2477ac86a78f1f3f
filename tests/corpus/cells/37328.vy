// Program 37328 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 37328
program conform_37328
workgroup 1024, 1, 1
grid 1111, 1, 1
param p_bool: bool = true
param p_u32: u32 = 17
param p_i32: i32 = 13
param p_u64: u64 = 31
param p_i64: i64 = -33
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[2048] @align(256)
out b1: u32[2048]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[9]
in fixed_i32: i32[8]
uniform fixed_u64: u64[4]
uniform fixed_i64: i64[7]
in fixed_f32: f32[10]
in fixed_f64: f64[5]
in b10: i8[3, 2]
scratch b11: i32[2050, 2] @axis(0)
out b12: u8[2048, 1] @align(2)
scratch b13: u32[2049, 2] @align(1)
inout b14: u64[2049, 3]
scratch b15: atomic u32[1] @live
persistent b16: atomic i32[2048]
shared b17: u32[1024]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[8192] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: i32[1]
a2[TABLE[6] % 1] = b10[2147483648u32 % 4, 1]
let v3 = a2[x0 % 1]
a2[256u32 % 1] = ((y1 + y1) | i32(p_u64))
a2[x0 % 1] = (~clz(a2[5u32 % 2]))
return clz((x0 * p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_max(fixed_i64[me + 0])
let v5 = subgroup_scan_and((ceil(unbits(0x800fffffffffffffu64)) > fixed_f64[fixed_u32[2] % 6]))
let v6 = subgroup_scan_and(u32_at(bytes, (v4 / v4) % 41))
let v7 = subgroup_scan_and((b10[p_i32 % 4, 1] * b10[p_u32 % 4, 1]))
let v8 = subgroup_scan_and((fixed_u64[v6 % 5] * b14[me, 1]))
let v9 = subgroup_scan_and(i64(fixed_f64[workgroup_size.y % 6]))
let v10 = subgroup_scan_or((bool(p_i32) && (v6 >= v6)))
let v11 = subgroup_scan_or(clz(v6))
let v12 = subgroup_scan_or(i32((fixed_bool[fixed_u32[6] % 8] || v10)))
let v13 = subgroup_scan_or(b14[me, 1])
let v14 = subgroup_scan_or((-p_i64))
let v15 = atomic_min(b16[me], p_i32, relaxed, workgroup)
b15[TABLE[1] % 2] += reverse((v6 - v6))
b11[me, 1] = workgroup_scan_min(b10[me + 1, 1])
if ((-b0[2147483647i32 % 2049]) == len(bytes)) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
