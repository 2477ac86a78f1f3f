// Program 9740 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9740
program conform_9740
workgroup 64, 1, 1
grid 128, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = 15
param p_u64: u64 = 36
param p_i64: i64 = -11
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
in fixed_i32: i32[5]
in fixed_u64: u64[7]
in fixed_i64: i64[5]
uniform fixed_f32: f32[6]
in fixed_f64: f64[5]
in b10: i16[8, 1]
scratch b11: u32[128, 3]
scratch b12: u64[130] @live
persistent b13: atomic i64[4]
persistent b14: atomic u64[128]
shared b15: u32[64]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (((~1160774190i32) << fixed_i64[(bytes[p_u32 % 41] | b0[p_u32 % 129]) % 6]) ^ clz(rotl(y1, p_u64)))
return bits((fixed_f32[u32(unbits(0x7ff8000000000000u64)) % 7] + fixed_f32[u64(fixed_i64[p_u32 % 6]) % 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_max(fixed_i64[b15[here] % 6])
let v4 = grid_iscan_and(fixed_bool[(u32_at(bytes, p_u32 % 41) | b15[here]) % 7])
let v5 = grid_iscan_and(rotr(b15[here], fixed_i64[fixed_i64[p_u32 % 6] % 6]))
let v6 = atomic_min(b14[me], fixed_u64[4], acq_rel)
if workgroup_xor(bool(16777217.0f32)) {
barrier workgroup
var v7 = ((unbits(0xcf000000u32) > fixed_f32[5u32 % 7]) ? workgroup_load(fixed_u64[33u32 % 8]) : (u64_at(bytes, 63u32 % 41) & fixed_u64[b0[p_u32 % 129] % 8]))
v7 = u64((~p_u64))
b12[me] = reverse((u64(v4) & mulhi(b12[me], v6)))
} else {
b11[me, 1] = (ctz(len(b1)) << (clz(fixed_i64[v5 % 6]) % i64(fixed_f64[v5 % 6])))
if (f32(fixed_bool[b0[p_u32 % 129] % 7]) > abs(fixed_f32[u64(false) % 7])) {
barrier workgroup
b11[me, 1] += workgroup_scan_or((v4 ? u32(TABLE[v5 % 10]) : rotl(v5, fixed_i32[p_u32 % 6])))
}
var a8: i32[5]
a8[rotl(v5, v6) % 5] = 64i32
let v9 = a8[p_u32 % 5]
}
if (atomic_max(b14[me], v6, acq_rel, workgroup) == (b12[me] % v6)) {
atomic_sub(b13[(b15[here] % 2u32) % 5], ctz(i64(v5)), release, device)
b11[me, 1] += min(popcount((-2147483648u32)), (bool(fixed_i64[v6 % 6]) ? v5 : min(p_u32, v5)))
} else {
var w10 = 0
loop {
w10 += 1
if w10 > 4 { break }
if (i64(fixed_f64[v6 % 6]) != fixed_i64[u32(u64_at(bytes, 18)) % 6]) { continue }
if bool(v3) { continue }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
