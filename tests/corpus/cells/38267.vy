// Program 38267 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 38267
program conform_38267
workgroup 7, 1, 1
grid 26, 1, 1
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = -1
param p_u64: u64 = 37
param p_i64: i64 = -10
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28] @axis(0)
out b1: u32[28] @cache(temporal)
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[9]
uniform fixed_i32: i32[9]
in fixed_u64: u64[7]
in fixed_i64: i64[9]
in fixed_f32: f32[7]
in fixed_f64: f64[11]
in b10: u8[6, 1]
persistent b11: i32[29, 3]
out b12: f64[30, 1]
scratch b13: atomic i32[2] @cache(temporal)
persistent b14: atomic i32[28]
shared b15: u32[7]
shared b16: u16[7]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[112] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor((fixed_i64[u32_at(bytes, p_u32 % 41) % 10] & fixed_i64[u32(false) % 10]))
let v1 = workgroup_iscan_add(u32(fixed_bool[255u32 % 5]))
let v2 = workgroup_iscan_add(i32(v0))
let v3 = atomic_load(b14[me], acquire, workgroup)
if fixed_bool[7u32 % 5] { return }
var v4 = i64((b10[u32(true) % 7, 0] | grid_size.y))
barrier workgroup
v4 ^= grid_add(v4)
atomic_add(b13[63u32 % 3], ctz(i32(v4)))
for k5 in fixed_i32[max(SUM, v1) % 10] % 3..p_i32 % 6 {
let v6 = ((fixed_i32[TABLE[p_u32 % 10] % 10] >> fixed_u64[b10[me + 1, 0] % 8]) << u64(fixed_u64[me + 0]))
}
let v7 = unbits(0x80000000u32)
if me < len(b1) { b11[me, 1] = clamp(v2, (1823793281i32 >> v0), v2) }
v4 = grid_or(abs(v0))
let v8 = (u32(v1) & 2147483647u32)
block l9 {
if fixed_bool[p_u32 % 5] {  }
for k10 in 4294967295u32 - u32(2u32 % 6)..4294967295u32 step max(bytes[63u32 % 41], 5u32) % 4 {
}
if (fixed_bool[me + 1] & (5u32 >= v8)) { leave l9 }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v7) + u32(v8)
