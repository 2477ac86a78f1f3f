// Program 8989 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8989
program conform_8989
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 4
param p_i32: i32 = -2
param p_u64: u64 = 13
param p_i64: i64 = -18
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[3] @cache(streaming)
uniform fixed_u32: u32[10]
in fixed_i32: i32[3]
uniform fixed_u64: u64[7]
uniform fixed_i64: i64[6]
uniform fixed_f32: f32[9]
uniform fixed_f64: f64[9] @cache(random)
in b10: i8[7]
inout b11: f64[1]
inout b12: u64[3]
scratch b13: atomic i32[4] @live
persistent b14: atomic u32[1]
shared b15: u32[1]
shared b16: i64[1] @align(256)
shared b17: atomic u32[1] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_xor(b10[(127i64 >> fixed_u64[me + 1]) % 8])
let v1 = grid_iscan_xor((abs(fixed_u64[(2147483648u32 * 128u32) % 8]) | u64(7i64)))
let v2 = grid_iscan_xor(fixed_i64[(3u32 - p_u32) % 7])
let v3 = atomic_and(b14[me], 2058804323u32, acq_rel)
atomic_sub(b17[u32(v3) % 2], v3, relaxed, device)
var a4: bool[3]
a4[abs(v3) % 3] = (u32(a4[256u64 % 4]) != (fixed_bool[me + 0] ? v3 : v3))
let v5 = a4[clamp(p_u32, v3, gid.y) % 3]
var v6 = ((p_u32 >= TABLE[127u32 % 10]) ? grid_max(fixed_f32[clamp(TABLE[p_u32 % 10], v3, TABLE[2]) % 10]) : min(fixed_f32[4294967294u32 % 10], fixed_f32[7u32 % 10]))
v6 += f32(bool(773022835i64))
if grid_or(v5) {
var v7 = popcount(clz(atomic_min(b14[me], 4294967294u32, release, workgroup)))
} else if ((p_u64 != v1) | v5) {
b11[me] += max(abs(b11[me]), fixed_f64[v3 % 10])
} else {
if bool(max(v2, v2)) {
b13[v3 % 5] += rotl(i32(v1), u32(fixed_bool[p_i64 % 4]))
for k8 in (v5 ? p_u64 : v1) % 3..u64(fixed_u64[v3 % 8]) % 6 step popcount(u64_at(bytes, v3 % 41)) % 3 {
b11[me] += trunc((v5 ? fixed_f64[TABLE[5] % 10] : fixed_f64[v0 % 10]))
b11[me] = round(f64(v0))
if (clamp(v6, v6, p_f32) <= f32(u64_at(bytes, v3 % 41))) { break }
let v9 = p_i64
var w10 = 0
loop {
w10 += 1
if w10 > 4 { break }
for k11 in fixed_i64[u32_at(bytes, p_u32 % 41) % 7] % 3..fixed_i64[SUM % 7] % 6 {
atomic_add(b13[v3 % 5], i32(fma(fixed_f64[me + 0], b11[me], p_f64)), relaxed, system)
}
if ((v5 ? v0 : v0) > i32(v3)) { break }
if v5 { continue }
}
if ((v1 != k8) ? (true || fixed_bool[fixed_u32[me + 2] % 4]) : bool(4294967296i64)) { continue }
}
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6)
