// Program 51752 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 51752
program conform_51752
workgroup 255, 1, 1
grid 255, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 3
param p_u64: u64 = 3
param p_i64: i64 = -30
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[7]
in fixed_i32: i32[8]
uniform fixed_u64: u64[5]
in fixed_i64: i64[11]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
in b10: u16[7]
scratch b11: i8[256, 2] @live
persistent b12: i8[256] @align(1)
persistent b13: i8[257, 1]
scratch b14: i16[256] @live @cache(temporal)
scratch b15: atomic i64[2] @live @axis(0)
persistent b16: atomic i32[255]
shared b17: u32[255]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_load(b10[TABLE[3] % 8])
let v3 = grid_xor(fixed_i64[me + 0])
let v4 = grid_load(fixed_u64[b10[p_u32 % 8] % 6])
return (~ceil_div(5u32, p_u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_min(mulhi(u64_at(bytes, p_i32 % 41), fixed_u64[(false ? 1i32 : 256i32) % 6]))
let v6 = subgroup_min(128i64)
let v7 = subgroup_min((-f32(b11[me, 1])))
let v8 = subgroup_min(fixed_f64[1067050527u32 % 10])
let v9 = subgroup_max((fixed_u32[p_u32 % 8] & bytes[fixed_u32[p_u32 % 8] % 41]))
let v10 = subgroup_max(rotr(b11[me, u32(v5) % 2], b11[me, 1]))
let v11 = subgroup_max(u64(v9))
let v12 = subgroup_max(ctz(v6))
let v13 = subgroup_max(v7)
let v14 = subgroup_max(v8)
let v15 = subgroup_and((ctz(fixed_u32[u32(false) % 8]) % 5 != 1))
let v16 = atomic_compare_exchange(b16[me], v10, b11[me, 1], relaxed)
for k17 in b0[p_u32 % 256] % 2..2 + grid_and(v9) % 3 step 2 {
var w18 = 0
loop {
w18 += 1
if w18 > 4 { break }
if (mulhi(k17, 256u32) % 5 < 1) {
} else if bool((v6 ^ v6)) {
}
if (!v15) { break }
}
if (fixed_bool[k17 % 10] ? (fixed_bool[b10[5] % 10] & fixed_bool[b10[p_u32 % 8] % 10]) : (fixed_bool[p_u32 % 10] ? p_bool : fixed_bool[b0[146] % 10])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
