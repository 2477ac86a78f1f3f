// Program 67554 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 67554
program conform_67554
workgroup 64, 1, 1
grid 192, 1, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -18
param p_u64: u64 = 36
param p_i64: i64 = -13
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @binding(7)
out b1: u32[192] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[11] @binding(28)
in fixed_u32: u32[4] @binding(35)
uniform fixed_i32: i32[3] @binding(5)
uniform fixed_u64: u64[7] @binding(12)
uniform fixed_i64: i64[3] @binding(19)
uniform fixed_f32: f32[9] @binding(26)
in fixed_f64: f64[5] @binding(33)
in b10: i16[3, 2] @binding(3)
persistent b11: u64[192] @binding(10) @align(16)
inout o12_579: u64[, 3] @binding(17)
scratch b13: i32[194, 1] @live @binding(24)
scratch b14: u8[194, 1] @binding(31)
inout b15: atomic u64[2] @binding(1)
inout b16: atomic u64[192] @binding(8)
shared b17: u32[64] @binding(15)
shared b18: u64[64] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_add(clamp(b10[me & 7, 1], b10[2147483647u32 % 4, 1], fixed_i32[me & 1]))
let v1 = grid_iscan_add(fixed_u64[244145503i32 % 8])
let v2 = grid_iscan_add(reverse(i64(v1)))
let v3 = atomic_or(b16[me], 1803712673u64)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, p_u32 % 65)
wait()
b18[here] += ((!p_bool) ? grid_scan_xor(max(v3, fixed_u64[me & 7])) : grid_scan_and(p_u64))
let v4 = grid_add(fixed_f64[me & 1])
let v5 = grid_min(fixed_f32[fixed_i32[me & 3] % 10])
if me < len(o12_579) { o12_579[me, bytes[me + 0] % 3] += ((fixed_bool[me & 3] || fixed_bool[me & 1]) ? u64(p_u64) : u64(p_i32)) }
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(bits(v4)) + u32(bits(v5))
