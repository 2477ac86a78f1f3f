// Program 59170 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 59170
program conform_59170
workgroup 31, 1, 1
grid 59, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = -5
param p_u64: u64 = 13
param p_i64: i64 = -37
param p_f32: f32 = 2.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[10]
in fixed_i32: i32[4]
in fixed_u64: u64[9]
in fixed_i64: i64[4]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[4]
in b10: u8[3, 1]
scratch b11: i64[62, 1] @cache(streaming)
out b12: i32[62]
scratch b13: i32[63] @live @axis(0)
inout b14: atomic i64[2] @align(256)
persistent b15: atomic u64[62]
shared b16: u32[31]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = mulhi(b10[p_u32 % 4, 0], (fixed_bool[p_u32 % 11] ? b0[p_u32 % 63] : 3u32))
v2 = clamp(v2, u32_at(bytes, (v2 << y1) % 41), max(b10[ceil_div(v2, 32u32) % 4, 0], bytes[v2 % 41]))
var a3: i64[5]
a3[workgroups.x % 5] += p_i64
let v4 = a3[(false ? v2 : 1041681846u32) % 5]
var v5 = abs((18446744073709551615u64 * fixed_u64[v4 % 10]))
v5 += (u64(fixed_i32[v4 % 5]) >> (lane << v4))
return reverse(x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_scan_max(b16[here])
let v7 = grid_scan_max(b12[me])
let v8 = grid_scan_max(clamp(2u64, atomic_max(b15[me], 4294967295u64, release, device), 33u64))
let v9 = atomic_sub(b15[me], v8, release)
atomic_sub(b14[3u32 % 3], abs(p_i64), acq_rel, device)
block l10 {
var v11 = u64((u64_at(bytes, v6 % 41) >> fixed_i64[p_u32 % 5]))
if true {
b11[me, 0] += p_i64
v11 = ((atomic_exchange(b15[me], v8, relaxed) > v8) ? (fixed_bool[p_u32 % 11] ? p_u64 : p_u64) : u64_at(bytes, bytes[p_u32 % 41] % 41))
let v12 = f0((fixed_bool[fixed_i64[p_u32 % 5] % 11] ? (v6 - p_u32) : clamp(v6, v6, v6)), i32((p_bool ? 0i64 : b11[me, 0])))
}
if ((fixed_bool[(~4294967294u32) % 11] ? fixed_bool[u32_at(bytes, p_u32 % 41) % 11] : false) == fixed_bool[v6 % 11]) {  }
if (abs(v6) % 3 < 2) {
var v13 = u64((fixed_bool[64u32 % 11] ? fixed_f32[31i64 % 11] : fixed_f32[(v6 / v6) % 11]))
var a14: i32[5]
a14[v6 % 5] <<= (bits(fixed_f32[i64(false) % 11]) | u32_at(bytes, b16[here] % 41))
let v15 = a14[b10[p_u32 % 4, 0] % 5]
}
if ((v6 >> fixed_i64[p_u32 % 5]) % 2 != 2) {
var a16: f64[2]
a16[v6 % 2] = clamp(fixed_f64[v6 % 5], (fixed_bool[v6 % 11] ? p_f64 : fixed_f64[u32(p_u32) % 5]), (-fixed_f64[b16[here] % 5]))
let v17 = a16[(-v6) % 2]
b11[me, 0] = (max(i64(v7), i64(fixed_f64[bits(0.1f32) % 5])) / i64(u64(fixed_bool[fixed_u32[5] % 11])))
}
if (mulhi(fixed_i32[v6 % 5], v7) <= (v7 & v7)) { leave l10 }
}
let v18 = grid_xor(fixed_bool[me + 1])
b1[me] ^= (v6 ^ u32((v18 ? fixed_i64[9223372036854775807i64 % 5] : fixed_i64[u32(2.5f64) % 5])))
let v19 = grid_max(unbits(0x7ff0000000000000u64))
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v18) + u32(v19)
