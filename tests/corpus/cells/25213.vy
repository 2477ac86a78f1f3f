// Program 25213 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25213
program conform_25213
workgroup 31, 1, 1
grid 83, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = -12
param p_u64: u64 = 1
param p_i64: i64 = -23
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93] @axis(0)
out b1: u32[93]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[3]
in fixed_i32: i32[6]
uniform fixed_u64: u64[3]
in fixed_i64: i64[11]
in fixed_f32: f32[11]
in fixed_f64: f64[7]
uniform o10_3: u8[, 3]
out b11: u8[93, 2] @range(63, 21)
scratch b12: i8[94]
out b13: atomic u64[3]
persistent b14: atomic u64[len(b0)]
shared b15: u32[31]
shared b16: u16[31]
shared b17: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_min(((fixed_bool[p_u64 % 9] ? o10_3[i64(255u64) % 2, 1] : fixed_u32[256u32 % 4]) % rotr(b11[me, o10_3[p_u32 % 2, 1] % 3], b12[me])))
let v1 = workgroup_scan_min(i32(fma(fixed_f64[ctz(v0) % 8], fixed_f64[(v0 % 63u32) % 8], fixed_f64[rotl(TABLE[p_u32 % 10], fixed_i64[4]) % 8])))
let v2 = workgroup_scan_min(atomic_xor(b14[me], fixed_u64[2]))
let v3 = atomic_sub(b14[me], v2, relaxed, workgroup)
let v4 = (p_bool ? workgroup_scan_xor(reverse(p_i64)) : workgroup_add(reverse(fixed_i64[1497141428i64 % 12])))
let v5 = fixed_bool[(false ? 63i32 : 0i32) % 9]
for k6 in (v1 % fixed_i32[me + 2]) % 3..(fixed_i32[v0 % 7] / i32(-2147483647)) % 6 step v1 % 2 {
b11[me, v0 % 2] ^= (u32(fixed_i32[2147483647u32 % 7]) ^ rotr(lane, u64_at(bytes, v0 % 41)))
b12[me] = ((fixed_i32[3u32 % 7] & k6) << (~v1))
if (reverse(p_i32) >= (~k6)) { break }
}
b11[me, 1] %= rotl((b15[here] | v0), (v2 | v2))
each i in 0i32..93 {
b11[i, 1] = (p_u32 ^ (b11[i, 1] - p_u32))
}
each i in 0u64..93 {
}
if me <= 92 { b11[me, o10_3[0, 1] % 2] += b0[v0 % 94] }
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
