// Program 1224 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1224
program conform_1224
workgroup 64, 1, 1
grid 210, 1, 1
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = 4
param p_u64: u64 = 8
param p_i64: i64 = -17
param p_f32: f32 = 7.25
param p_f64: f64 = -4.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @align(16)
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[7] @align(4)
in fixed_u32: u32[5]
in fixed_i32: i32[10] @axis(0)
uniform fixed_u64: u64[8]
in fixed_i64: i64[10]
uniform fixed_f32: f32[7]
in fixed_f64: f64[9] @axis(0)
uniform b10: i16[2, 3]
persistent b11: bool[256]
out b12: i64[258, 2]
persistent b13: i8[257]
persistent b14: atomic u64[1]
out b15: atomic i32[256]
shared b16: u32[64]
shared b17: bool[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1024] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_and((b11[me] ? false : b11[me]))
let v1 = subgroup_and(b16[here])
let v2 = subgroup_and(i32(-2147483647))
let v3 = subgroup_and(fixed_u64[p_i32 % 9])
let v4 = subgroup_and((b11[me] ? b12[me, 1] : 5i64))
let v5 = subgroup_or(fixed_bool[v1 % 8])
let v6 = subgroup_or(clamp(b16[here], v1, v1))
let v7 = subgroup_or(b10[me + 1, 1])
let v8 = subgroup_or(clamp(p_u64, fixed_u64[(v1 & p_u32) % 9], fixed_u64[4294967295u32 % 9]))
let v9 = subgroup_or((v4 & v4))
let v10 = subgroup_xor((bool(b16[here]) ? (p_bool ^ p_bool) : false))
let v11 = atomic_or(b15[me], v2)
if ((unbits(0x1c483ba7u32) + fixed_f32[p_u64 % 8]) >= (fixed_bool[9223372036854775807i64 % 8] ? fixed_f32[p_u32 % 8] : fixed_f32[(p_u32 % bytes[30]) % 8])) {
b1[me] += workgroup_broadcast(v6, 0u32 % 65)
} else {
b11[me] = (u32((fixed_f64[TABLE[p_u32 % 10] % 10] * fixed_f64[1263227314u64 % 10])) % 3 != 2)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
