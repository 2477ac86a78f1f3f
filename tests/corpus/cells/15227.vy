// Program 15227 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15227
program conform_15227
workgroup 1, 1, 9
grid 3, 1, 9
param p_bool: bool = true
param p_u32: u32 = 2
param p_i32: i32 = 6
param p_u64: u64 = 9
param p_i64: i64 = -11
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[27]
out b1: u32[27]
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[10]
in fixed_i32: i32[11]
uniform fixed_u64: u64[8]
in fixed_i64: i64[8]
uniform fixed_f32: f32[6]
in fixed_f64: f64[6]
uniform b10: u16[9, 1]
out b11: u64[27]
inout b12: u16[28, 2, 1]
out b13: i32[29] @range(57, 56)
scratch b14: atomic u64[2]
persistent o15_27: atomic u64[]
shared b16: u32[9]
shared b17: u64[9]
shared b18: atomic i32[9]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or(i32(floor(fixed_f32[me & 7])))
let v1 = grid_scan_or((fixed_bool[me & 7] ? p_u64 : atomic_sub(o15_27[me], 31u64)))
let v2 = grid_scan_or(7i64)
let v3 = atomic_or(o15_27[me], 33u64)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 2)
barrier grid
wait()
b14[(true ? p_u32 : b10[me & 7, 0]) % 3] += rotr(mulhi(p_u64, p_u64), min(v1, v1))
let v4 = (fixed_bool[fixed_i64[p_u32 % 9] % 7] ? grid_or((fixed_bool[rotl(2147483648u32, v1) % 7] ? v2 : i64(workgroup_size.y))) : grid_scan_add(v2))
barrier grid
b1[me] = (b1[me] - u32(fixed_f64[me & 3]))
if bool(abs(fixed_f32[bytes[me & 7] % 7])) {
let v5 = v2
b12[me, 1, 0] += bytes[b10[me & 1, 0] % 41]
atomic_or(b14[(false ? 5u32 : b16[here]) % 3], p_u64, acq_rel, system)
var w6 = 0
while w6 < 3 && ((fixed_bool[me & 7] || fixed_bool[3u32 % 7]) ? true : (fixed_bool[me & 1] ? fixed_bool[me & 7] : fixed_bool[31u32 % 7])) {
w6 += 1
var v7 = fixed_f32[max(7u32, 4294967295u32) % 7]
v7 = clamp(((fixed_bool[me & 1] | fixed_bool[me & 1]) ? (fixed_bool[clz(2u32) % 7] ? unbits(0x3effffffu32) : 1.0f32) : (v7 - unbits(0x772142c4u32))), floor(max(fixed_f32[me & 7], v7)), p_f32)
var v8 = (~u32(v0))
v8 += u32(u64(p_u64))
if fixed_bool[(p_bool ? 255u32 : 255u32) % 7] { break }
atomic_or(b14[b0[10] % 3], b17[here], release, workgroup)
b12[me, 255u32 % 2, 0] = u32(mulhi(popcount(p_i32), (~fixed_i32[me & 7])))
if (popcount(v2) >= (fixed_i64[me & 7] | 255i64)) { continue }
}
} else {
b16[here] = 32u32
b16[here] = (b10[me & 3, (fixed_bool[me & 3] ? 0u32 : 0u32) % 1] + (b10[me & 7, b16[here] % 2] / p_u32))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4 >> 32)
