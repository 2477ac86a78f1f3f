// Program 22960 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22960
program conform_22960
workgroup 16, 3, 1
grid 4, 12, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = 5
param p_u64: u64 = 18
param p_i64: i64 = -18
param p_f32: f32 = 2.25
param p_f64: f64 = -1.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[len(b0)] @range(219, 190)
in bytes: u8[40]
uniform fixed_bool: bool[5]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[3]
in fixed_u64: u64[9]
in fixed_i64: i64[4]
in fixed_f32: f32[5]
in fixed_f64: f64[10]
in o10_27: u16[, 3]
persistent o11_194: i32[, 1] @align(1)
persistent b12: i16[193, 2]
persistent b13: f32[191, 1]
scratch b14: i64[193]
persistent b15: atomic u32[2]
inout b16: atomic u64[192]
shared b17: u32[48]
shared b18: i8[48]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = bool(clamp(fixed_f64[rotr(127u64, p_u32) % 11], fixed_f64[u32_at(bytes, p_u32 % 41) % 11], fixed_f64[me + 1]))
if ((false ? -0.1f64 : fixed_f64[(x0 & x0) % 11]) != fixed_f64[x0 % 11]) {
if ((fixed_i64[workgroups.x % 5] >> fixed_i64[u32_at(bytes, 6) % 5]) == (fixed_i64[i32(-2147483648) % 5] - fixed_i64[3u32 % 5])) {
} else {
}
} else {
}
return max(ctz(p_u32), max(x0, x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_scan_and(p_u32)
let v4 = subgroup_scan_and(i32(ceil(fixed_f32[p_u64 % 6])))
let v5 = subgroup_scan_and((u64_at(bytes, v3 % 41) | fixed_u64[rotr(TABLE[4], fixed_i64[me + 1]) % 10]))
let v6 = subgroup_scan_and((fixed_i64[bytes[p_u32 % 41] % 5] & reverse(b14[me])))
let v7 = subgroup_scan_or(fixed_bool[TABLE[7] % 6])
let v8 = subgroup_scan_or(bits((v7 ? p_f32 : fixed_f32[o10_27[4, 1] % 6])))
let v9 = subgroup_scan_or(abs(v4))
let v10 = subgroup_scan_or((true ? u64_at(bytes, v3 % 41) : atomic_load(b16[me], relaxed, system)))
let v11 = subgroup_scan_or(p_i64)
let v12 = subgroup_scan_xor(bool((fixed_bool[1855908202u32 % 6] ? 1405701473u64 : v5)))
let v13 = subgroup_scan_xor(128u32)
let v14 = atomic_or(b16[me], u64_at(bytes, 7), relaxed, system)
b15[u32(unbits(0x7fefffffffffffffu64)) % 3] += ((v8 ^ v8) + (v7 ? 1048451016u32 : v8))
barrier workgroup
barrier workgroup
let v15 = (true ? grid_max(((fixed_f64[v4 % 11] * fixed_f64[me + 0]) + max(fixed_f64[me + 1], fixed_f64[bytes[p_u32 % 41] % 11]))) : grid_load(fixed_f64[p_u32 % 11]))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
