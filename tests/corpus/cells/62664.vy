// Program 62664 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 62664
program conform_62664
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 14
param p_u64: u64 = 22
param p_i64: i64 = -35
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[4]
uniform fixed_i32: i32[7]
in fixed_u64: u64[5]
in fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[7]
in o10_3: u16[, 3]
inout o11_3: bool[]
persistent b12: u32[2]
scratch b13: bool[2]
out b14: i32[2]
out b15: atomic i64[2]
out b16: atomic u64[1]
shared b17: u32[1]
shared b18: i16[1]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_add(bytes[(TABLE[1] - p_u32) % 41])
var v3 = (max(p_f64, fixed_f64[len(bytes) % 8]) + grid_add(fma(fixed_f64[ceil_div(wid.z, 4294967295u32) % 8], fixed_f64[me + 1], fixed_f64[len(b0) % 8])) * grid_add(fixed_f64[bytes[p_u32 % 41] % 8]))
v3 += (ceil(p_f64) / sqrt(v3))
var w4 = 0
loop {
w4 += 1
if w4 > 2 { break }
region "r5" {
}
if (bool(p_f64) && false) {
continue
}
if fixed_bool[1u32 % 7] {
continue
}
if fixed_bool[bits(unbits(0x800000u32)) % 7] {
break
}
}
return bytes[me + 2]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1((o11_3[me] ? (true ? b0[clamp(4294967294u32, 2u32, p_u32) % 2] : b17[here]) : u32(18446744073709551615u64)), 1657282498i32)
let v7 = subgroup_or(fixed_i64[(v6 << b14[me]) % 8])
let v8 = subgroup_xor(o11_3[me])
let v9 = subgroup_xor((63u32 + v6))
let v10 = subgroup_xor(b14[me])
let v11 = subgroup_xor(atomic_load(b16[me]))
let v12 = subgroup_xor(abs(815485497i64))
let v13 = subgroup_scan_add(rotl(v9, v9))
let v14 = subgroup_scan_add(mulhi(v10, v10))
let v15 = subgroup_scan_add(rotl(v11, v7))
let v16 = subgroup_scan_add(v12)
let v17 = subgroup_scan_min(bits(-16777217.0f32))
let v18 = atomic_compare_exchange(b16[me], v11, v15, acquire)
b15[(v13 - p_u32) % 3] ^= i64(v18)
let n19 = fixpoint k20 in 0..2 {
b12[me] += b12[(me * 5 + 2) % 2] + grid_max(u32(v14))
if k20 < 1 && bool((fixed_bool[u32_at(bytes, p_u32 % 41) % 7] ? v17 : v17)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18) + u32(n19)
