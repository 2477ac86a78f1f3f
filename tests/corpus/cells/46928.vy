// Program 46928 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46928
program conform_46928 service
workgroup 8, 4, 1
grid 14, 12, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = 2
param p_u64: u64 = 39
param p_i64: i64 = -39
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @axis(0)
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[3] @axis(0)
uniform fixed_u32: u32[3]
uniform fixed_i32: i32[7]
in fixed_u64: u64[3]
in fixed_i64: i64[5]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: i8[9, 1]
scratch b11: u64[194]
inout b12: u8[len(b0)]
persistent b13: u64[194, 2]
persistent b14: atomic i32[3]
inout b15: atomic u32[192]
mapped b16: i64[191]
mapped b17: f64[len(b0)] @axis(0)
mapped b18: atomic u64[192] @align(1)
shared b19: u32[32]
shared b20: u16[32]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_or(b0[(x0 - x0) % 193])
let v3 = subgroup_and((~(fixed_u64[me + 2] / u64_at(bytes, clamp(v2, x0, v2) % 41))))
var w4 = 2
while w4 > 0 {
w4 -= 1
barrier grid
if ((y1 * y1) == (fixed_bool[4294967295u32 % 4] ? y1 : y1)) {
barrier grid
break
}
barrier grid
}
return grid_size.y
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(TABLE[33u32 % 10], fixed_i32[64u32 % 8])
let v6 = subgroup_scan_add(p_u64)
let v7 = subgroup_scan_add(((b16[me] << fixed_i64[32u32 % 6]) >> i64(p_u64)))
let v8 = subgroup_scan_min(v5)
let v9 = subgroup_scan_min(444542248i32)
let v10 = subgroup_scan_min(ctz(p_u64))
let v11 = subgroup_scan_min(fixed_i64[v5 % 6])
let v12 = subgroup_scan_max((fixed_bool[mulhi(v8, 1221642291u32) % 4] ? atomic_load(b15[me]) : SUM))
let v13 = subgroup_scan_max(p_i32)
let v14 = subgroup_scan_max(((atomic_load(b18[me]) << v7) >> (fixed_bool[u32(b11[me]) % 4] ? v10 : v6)))
let v15 = subgroup_scan_max((p_bool ? v11 : 3i64))
let v16 = subgroup_scan_and(fixed_bool[v8 % 4])
let v17 = atomic_and(b15[me], v12, acquire, device)
atomic_store(b15[me], v12, release)
var w18 = 0
loop {
w18 += 1
if w18 > 2 { break }
let v19 = (bool(fixed_bool[7u32 % 4]) ? subgroup_iscan_or(v14) : subgroup_iscan_min(b13[me, 32u32 % 2]))
let v20 = subgroup_or((v16 ? v17 : 3u32))
if bool((fixed_f64[p_i32 % 6] / fixed_f64[32u32 % 6])) {
continue
}
}
block l21 {
b11[me] = (p_u64 + u64(u64(fixed_f32[v8 % 6])))
if v16 { leave l21 }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
