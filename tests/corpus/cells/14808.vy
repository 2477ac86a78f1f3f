// Program 14808 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14808
program conform_14808
workgroup 4, 4, 3
grid 4, 16, 9
param p_bool: bool = false
param p_u32: u32 = 16
param p_i32: i32 = -3
param p_u64: u64 = 29
param p_i64: i64 = -23
param p_f32: f32 = 1.25
param p_f64: f64 = -5.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[576]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[8] @align(32)
in fixed_i32: i32[4]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
uniform fixed_f32: f32[9]
uniform fixed_f64: f64[7]
in o10_9: i8[]
out b11: f64[577, 1]
inout b12: u64[576]
scratch b13: f64[576, 1] @live
inout b14: atomic i64[1]
persistent b15: atomic i64[len(b0)] @axis(0)
shared b16: u32[48]
shared b17: atomic i64[2] @align(1)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_and(fixed_u64[5u32 % 9])
let v1 = subgroup_scan_and(atomic_or(b15[me], 2i64, acquire, device))
let v2 = subgroup_scan_or((fixed_bool[fixed_i64[p_u32 % 4] % 9] && fixed_bool[255u32 % 9]))
let v3 = subgroup_scan_or(b16[here])
let v4 = subgroup_scan_or(fixed_i32[me + 0])
let v5 = subgroup_scan_or(u64_at(bytes, p_u32 % 41))
let v6 = subgroup_scan_or(i64((v1 - v1)))
let v7 = subgroup_scan_xor((!(v3 % 4 != 1)))
let v8 = subgroup_scan_xor(v3)
let v9 = subgroup_scan_xor(v4)
let v10 = subgroup_scan_xor(fixed_u64[b16[here] % 9])
let v11 = atomic_and(b15[me], v6, release, workgroup)
atomic_add(b14[(v8 | v3) % 2], max(i64(fixed_f32[v3 % 10]), i64(fixed_i64[v8 % 4])))
let v12 = (bool(fixed_f64[2147483647i32 % 8]) ? workgroup_min(((v7 ? v2 : false) ? sqrt(fixed_f32[v3 % 10]) : fixed_f32[me + 2])) : workgroup_broadcast(unbits(0xac481960u32), 1402921015u32 % 49))
barrier grid
var a13: i64[3]
a13[fixed_u32[5] % 3] = reverse(32i64)
let v14 = a13[v3 % 3]
b14[(~v3) % 2] += i64(v12)
b11[me, clamp(b16[33], p_u32, 4294967294u32) % 1] = b11[(me * 5 + 1) % 577, 0] + grid_max(fixed_f64[me + 1])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(a13[1]) + u32(v14)
