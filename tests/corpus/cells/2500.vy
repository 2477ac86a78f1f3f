// Program 2500 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2500
program conform_2500
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -11
param p_u64: u64 = 5
param p_i64: i64 = -28
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[7] @cache(streaming)
uniform fixed_i32: i32[5]
uniform fixed_u64: u64[7]
in fixed_i64: i64[10]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[7]
uniform b10: u8[7, 2]
persistent b11: u64[96]
persistent o12_194: f32[, 2]
out b13: i8[95]
scratch b14: atomic u64[2]
persistent o15_96: atomic u64[]
shared b16: u32[32]
shared b17: u64[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(min(fixed_i32[me & 3], rotr(fixed_i32[me & 7], b11[me])))
let v1 = workgroup_iscan_xor(min(clz(atomic_xor(o15_96[me], u64(grid_size.x), release, device)), b11[me]))
let v2 = workgroup_iscan_xor(p_i64)
let v3 = atomic_or(o15_96[me], v1, relaxed)
barrier workgroup
async_copy(b17, 0, fixed_u64, p_u32 % 8, 3)
wait()
var v4 = workgroup_scan_min(v0)
v4 = workgroup_iscan_max(i32(fixed_i64[me & 1]))
b16[here] = (max(b10[me & 1, 2u32 % 2], u32_at(bytes, b16[here] % 41)) << i32(workgroups.x))
var w5 = 0
loop {
w5 += 1
if w5 > 3 { break }
for k6 in 2147483648u32 % 2..1 + SUM % 3 {
if bool(max(fixed_i32[u64(unbits(0x2f0ead7eu32)) % 6], fixed_i32[u32(unbits(0xcf000000u32)) % 6])) {
continue
}
}
if fixed_bool[b0[89] % 5] {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(v4)
