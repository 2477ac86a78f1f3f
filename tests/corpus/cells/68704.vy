// Program 68704 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 68704
program conform_68704
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 20
param p_i32: i32 = -19
param p_u64: u64 = 27
param p_i64: i64 = -31
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[6]
in fixed_i32: i32[11] @cache(random)
in fixed_u64: u64[8]
in fixed_i64: i64[5]
in fixed_f32: f32[11]
in fixed_f64: f64[3]
in b10: i16[1, 1]
persistent b11: u8[2, 2]
out b12: i8[3, 2] @range(1, 0)
persistent b13: i16[2]
scratch b14: atomic u64[3] @live
persistent b15: atomic i32[1] @align(256)
shared b16: u32[1]
shared b17: f64[1]
shared b18: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: f32[1]
a2[u32(1.5f32) % 1] = f32((y1 << x0))
let v3 = a2[x0 % 1]
let v4 = abs(fixed_f32[u32(7u64) % 12])
if bool((fixed_u64[x0 % 9] >> y1)) {
}
return b0[b0[0] % 2]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_min(abs(i32(b11[me, 1])))
let v6 = subgroup_min((fixed_bool[(fixed_i64[0] / 1i64) % 4] ? fixed_u64[4294967294u32 % 9] : 3u64))
let v7 = subgroup_min(fixed_i64[(u32_at(bytes, p_u32 % 41) + 33u32) % 6])
let v8 = subgroup_min(f32(atomic_or(b15[me], v5, release)))
let v9 = subgroup_min(clamp(unbits(0xd8bad1972a5f58b7u64), fixed_f64[min(3u32, fixed_u32[p_u32 % 7]) % 4], p_f64))
let v10 = subgroup_max(u32((fixed_bool[u64_at(bytes, p_u32 % 41) % 4] ? v5 : fixed_i32[1980302118u32 % 12])))
let v11 = subgroup_max((fixed_bool[me + 0] ? abs(0i32) : i32(p_i64)))
let v12 = subgroup_max(reverse(rotr(1857498171u64, fixed_i64[(v7 / fixed_i64[1]) % 6])))
let v13 = subgroup_max(i64(fixed_bool[(len(bytes) % v10) % 4]))
let v14 = subgroup_max(abs(abs(v8)))
let v15 = subgroup_max(v9)
let v16 = atomic_load(b15[me], relaxed)
var w17 = 0
while w17 < 2 && bool((~v11)) {
w17 += 1
if (max(p_f64, fixed_f64[v10 % 4]) <= (false ? v15 : v15)) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
