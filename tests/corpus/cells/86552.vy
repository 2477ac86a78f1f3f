// Program 86552 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86552
program conform_86552
workgroup 255, 1, 1
grid 109, 1, 1
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = 15
param p_u64: u64 = 36
param p_i64: i64 = -20
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[255]
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[5]
in fixed_i32: i32[4]
uniform fixed_u64: u64[11]
in fixed_i64: i64[11]
in fixed_f32: f32[7] @align(256)
in fixed_f64: f64[11]
in b10: u16[1, 1]
scratch b11: i64[255, 1] @live
scratch b12: u64[255, 3] @live
out b13: u64[255]
scratch b14: i64[256, 2]
inout b15: atomic u32[2]
inout b16: atomic i64[255]
shared b17: u32[255]
shared b18: i32[255]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max(0.1f64)
let v1 = subgroup_and((mulhi(3u32, b17[here]) < u32(fixed_i64[b17[here] % 12])))
let v2 = subgroup_and(b10[me + 1, 0])
let v3 = subgroup_and((popcount(fixed_i32[(lid.x << fixed_i64[2]) % 5]) >> (b12[me, 1] / fixed_u64[me + 1])))
let v4 = subgroup_and(u64((fixed_f64[63u64 % 12] <= v0)))
let v5 = subgroup_and(clz(min(atomic_add(b16[me], 7i64, relaxed, device), b14[me, 1])))
let v6 = subgroup_or((clamp(fixed_f32[v2 % 8], fixed_f32[me + 0], fixed_f32[v2 % 8]) == f32(fixed_u64[u32(v0) % 12])))
let v7 = subgroup_or((v2 ^ v2))
let v8 = subgroup_or(2147483647i32)
let v9 = subgroup_or(((v4 + v4) + (v4 / v4)))
let v10 = subgroup_or(i64(i64(fixed_f64[(v2 - b17[here]) % 12])))
let v11 = atomic_xor(b16[me], v5)
atomic_add(b15[v2 % 3], v2, acquire, system)
block l12 {
b11[me, 0] += (i64(127u32) - i64(63u32))
let v13 = (v6 ? (v1 ^ (fixed_bool[fixed_u32[3] % 9] && v1)) : (clz(64u32) % 2 == 2))
if ((b17[here] % 4 != 1) != (fixed_f32[me + 0] >= fixed_f32[me + 2])) { leave l12 }
if bool((v0 + v0)) {
} else {
}
if v1 {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
