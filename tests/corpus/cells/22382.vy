// Program 22382 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22382
program conform_22382
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = -11
param p_u64: u64 = 8
param p_i64: i64 = -34
param p_f32: f32 = 6.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64] @align(256)
out b1: u32[64]
in bytes: u8[40]
uniform fixed_bool: bool[8] @cache(streaming)
in fixed_u32: u32[8]
uniform fixed_i32: i32[6]
uniform fixed_u64: u64[10]
in fixed_i64: i64[10]
in fixed_f32: f32[10] @axis(0)
in fixed_f64: f64[5]
uniform b10: i16[7, 2] @cache(streaming)
out b11: i16[65, 3] @cache(random)
scratch b12: f32[66, 3]
out b13: u16[65]
out b14: atomic u32[1]
inout b15: atomic u64[64]
shared b16: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = ((2i64 ^ fixed_i64[p_u32 % 11]) | abs(p_i64))
v2 /= ((trunc(p_f64) < f64(v2)) ? ((y1 < 127i32) ? i64(y1) : (p_bool ? v2 : v2)) : i64(ceil(fixed_f64[v2 % 6])))
if ((fixed_f32[x0 % 11] >= fixed_f32[x0 % 11]) ? (fixed_bool[u32(p_f64) % 9] ? fixed_bool[fixed_u32[p_u32 % 9] % 9] : fixed_bool[u32_at(bytes, p_u32 % 41) % 9]) : fixed_bool[x0 % 9]) {
v2 = popcount(clz(v2))
} else {
}
return (rotr(p_u32, v2) * x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_broadcast(fixed_i64[me + 2], u32(unbits(0x7fa991e3u32)) % 65)
let v4 = grid_broadcast((fixed_bool[p_u32 % 9] ? sqrt(unbits(0x1u32)) : max(fixed_f32[u32(true) % 11], fixed_f32[lid.z % 11])), len(b0) % 65)
let v5 = grid_broadcast(((fixed_f64[abs(b13[me]) % 6] / fixed_f64[10996168u64 % 6]) / fixed_f64[5u32 % 6]), 4294967294u32 % 65)
let v6 = atomic_compare_exchange(b15[me], 9223372036854775808u64, 4294967296u64)
atomic_sub(b14[abs(64u32) % 2], bits(v4), acq_rel, workgroup)
if ((p_bool && true) ? fixed_bool[SUM % 9] : bool(fixed_u64[2u32 % 11])) && wid.x % 3 == 1 { return }
atomic_store(b15[me], rotl(ceil_div(u64_at(bytes, 256u32 % 41), 1352902623u64), ceil_div(b13[me], grid_size.x)), relaxed)
let v7 = ((v4 == p_f32) ? workgroup_load(fixed_f64[(256u32 + 7u32) % 6]) : (fixed_bool[me + 0] ? p_f64 : v5))
if true && me % 4 == 1 { return }
var v8 = grid_iscan_or(p_u64)
v8 = (clz(v6) - (atomic_compare_exchange(b15[me], 7u64, v6, acq_rel, workgroup) << b10[255u32 % 8, 1]))
v8 += (u64((fixed_bool[u32(105673301i32) % 9] ? v5 : v7)) | (bool(TABLE[(~128u32) % 10]) ? fixed_u64[b13[me] % 11] : fixed_u64[b0[14] % 11]))
var w9 = 0
loop {
w9 += 1
if w9 > 4 { break }
b11[me, 1] = i32((b16[here] % 3 >= 1))
var a10: u32[3]
a10[p_u32 % 3] = a10[TABLE[p_u32 % 10] % 4]
let v11 = a10[(-b13[me]) % 3]
if me < 65 { b11[me, 1] += 31i32 }
}
let v12 = (fixed_bool[2147483648u32 % 9] ? grid_any((u64_at(bytes, i64(31i32) % 41) <= v8)) : p_bool)
let n13 = fixpoint k14 in 2..4 {
let v15 = workgroup_scan_or(fixed_i32[b16[here] % 7])
if ((k14 | b0[k14 % 65]) % 4 >= 1) {
} else {
}
if k14 < 4 && p_bool { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v12) + u32(n13)
