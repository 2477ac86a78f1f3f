// Program 43152 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 43152
program conform_43152
workgroup 64, 1, 1
grid 69, 1, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = -6
param p_u64: u64 = 24
param p_i64: i64 = -10
param p_f32: f32 = 1.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128] @cache(streaming)
out b1: u32[128]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[8]
uniform fixed_i32: i32[6] @cache(temporal)
in fixed_u64: u64[5]
in fixed_i64: i64[5]
in fixed_f32: f32[6] @axis(0)
uniform fixed_f64: f64[5]
uniform b10: u16[6, 3]
persistent b11: u32[128]
scratch b12: i16[127, 1]
persistent b13: u64[127, 2]
inout b14: atomic u32[4] @axis(0)
persistent b15: atomic u64[128] @align(1)
shared b16: u32[64]
shared b17: i32[64]
shared b18: atomic i32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (rotr(wid.x, fixed_u64[x0 % 6]) % 4 >= 1)
if v2 {
for k3 in rotl(y1, fixed_u64[x0 % 6]) % 3..i32(p_u32) % 6 {
if (v2 && fixed_bool[fixed_u32[p_u32 % 9] % 10]) { break }
}
} else {
}
return rotl(u32(4294967294u32), (bytes[mulhi(4294967296u64, p_u64) % 41] ^ x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_add(((b16[here] % 5 == 2) ? (TABLE[max(63u32, b10[me + 2, 1]) % 10] - SUM) : (p_bool ? b10[i32(unbits(0xfff0000000000000u64)) % 7, 1] : b16[here])))
let v5 = subgroup_iscan_add(b12[me, 0])
let v6 = subgroup_iscan_add(rotr(ceil_div(atomic_min(b15[me], 7u64), p_u64), (255i32 ^ v5)))
let v7 = subgroup_iscan_add(i64(5i32))
let v8 = subgroup_iscan_min(v4)
let v9 = subgroup_iscan_min(clamp(v5, v5, v5))
let v10 = subgroup_iscan_min(u64_at(bytes, p_i32 % 41))
let v11 = subgroup_iscan_min(127i64)
let v12 = subgroup_iscan_max(mulhi(v4, lid.x))
let v13 = subgroup_iscan_max(p_i32)
let v14 = subgroup_iscan_max(v6)
atomic_store(b15[me], (bits(fixed_f64[me + 1]) & b13[me, 1]))
atomic_add(b14[v8 % 5], u32((p_bool ? b13[me, 1] : u64_at(bytes, b10[me + 0, 1] % 41))), acquire, system)
let v15 = (bool(fixed_bool[(TABLE[7] - grid_size.y) % 10]) ? grid_and((v13 % fixed_i32[ctz(b0[me + 2]) % 7])) : (fixed_i32[bytes[p_u32 % 41] % 7] & fixed_i32[(2147483648u32 >> 32u64) % 7]))
var v16 = fixed_bool[0u32 % 10]
v16 = workgroup_any(v16)
let v17 = grid_scan_and(255u64)
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17)
