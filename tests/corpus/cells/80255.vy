// Program 80255 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 80255
program conform_80255
workgroup 16, 3, 1
param p_grid: u32 = 11
grid p_grid + 1, 3, 1
param p_bool: bool = false
param p_u32: u32 = 39
param p_i32: i32 = -8
param p_u64: u64 = 30
param p_i64: i64 = -32
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48]
out b1: u32[48]
in bytes: u8[40]
in fixed_bool: bool[8] @cache(random)
in fixed_u32: u32[5] @cache(streaming)
uniform fixed_i32: i32[9]
in fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[6]
in fixed_f64: f64[5] @axis(0)
in b10: i8[5, 3]
persistent b11: bool[50]
out b12: u8[50, 3] @range(12, 9) @axis(0)
persistent o13_100: f32[, 2]
inout b14: f64[49, 1]
inout b15: atomic u32[3]
persistent b16: atomic i64[48]
shared b17: u32[48]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or(i64(i64(fixed_f32[4294967294u32 % 7])))
let v1 = grid_scan_xor(fixed_bool[u32(grid_size.y) % 9])
let v2 = grid_scan_xor(p_u32)
atomic_store(b16[me], p_i64, relaxed, system)
b15[v2 % 4] -= (-u32(fixed_i64[bits(unbits(0xd5ed2980c8085691u64)) % 7]))
b15[v2 % 4] += u32((u32_at(bytes, 4294967294u32 % 41) < len(bytes)))
b11[me] = ((v2 <= v2) | (v1 && v1))
atomic_add(b15[u32(fixed_i32[me + 0]) % 4], max(rotr(32u32, v0), v2))
let v3 = (false ? workgroup_iscan_or((fixed_u64[me + 0] % fixed_u64[(~v2) % 5])) : fixed_u64[me + 0])
var v4 = abs(fixed_f32[u32(127i32) % 7])
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, popcount(32u32) % 49)
barrier grid
wait()
let v5 = ((false ? fixed_bool[33u32 % 9] : fixed_bool[2u32 % 9]) ? grid_scan_or(fixed_u64[u32(v1) % 5]) : u64(fixed_u64[7u32 % 5]))
let v6 = (bool(u64_at(bytes, mulhi(p_u32, b0[p_u32 % 49]) % 41)) ? grid_and(v0) : grid_and(rotl((v0 - v0), ctz(v2))))
if ((fixed_f32[TABLE[4] % 7] != v4) ? (fixed_bool[me + 1] && fixed_bool[v2 % 9]) : (v1 && true)) && me % 5 == 0 { return }
var v7 = (round(fixed_f64[wid.x % 6]) + sqrt(fixed_f64[(p_bool ? fixed_u64[2] : u64_at(bytes, 28)) % 6]))
let v8 = grid_scan_add(v6)
barrier workgroup
async_copy(b17, 1, b0, p_u32 % 49, 0)
barrier grid
wait()
block l9 {
if v1 { leave l9 }
if (bool(v2) && true) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
