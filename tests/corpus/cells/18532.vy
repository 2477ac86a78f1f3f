// Program 18532 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18532
program conform_18532
workgroup 32, 1, 1
grid 58, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 17
param p_u64: u64 = 34
param p_i64: i64 = -16
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[8] @axis(0)
in fixed_u64: u64[4]
in fixed_i64: i64[11]
uniform fixed_f32: f32[3] @align(16)
in fixed_f64: f64[10] @axis(0)
in b10: u16[2, 1]
persistent b11: f32[65, 3]
out b12: u8[65, 3]
scratch b13: i8[65, 1]
scratch b14: atomic u64[1]
persistent b15: atomic i64[64]
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = 3i64
if ((fixed_bool[bits(unbits(0xb2128f9fu32)) % 12] & fixed_bool[x0 % 12]) || fixed_bool[1214451714u32 % 12]) {
}
return (-u32(fixed_bool[p_i64 % 12]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_or(i32(unbits(0xe62ea32d8b5574f6u64)))
let v4 = grid_iscan_or((mulhi(fixed_u64[v3 % 5], fixed_u64[u32_at(bytes, 0) % 5]) - 1816498937u64))
let v5 = grid_iscan_or(fixed_i64[1u32 % 12])
let v6 = atomic_compare_exchange(b15[me], v5, p_i64)
b16[here] += grid_iscan_min(2u32)
if ((TABLE[63u32 % 10] % 5 == 1) | (b10[p_u32 % 3, 0] % 2 < 2)) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
