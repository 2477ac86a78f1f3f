// Program 70681 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 70681
program conform_70681
workgroup 64, 1, 1
grid 256, 1, 1
param p_bool: bool = false
param p_u32: u32 = 7
param p_i32: i32 = 0
param p_u64: u64 = 19
param p_i64: i64 = -1
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @align(4)
out b1: u32[256]
in bytes: u8[40]
uniform fixed_bool: bool[5]
uniform fixed_u32: u32[8] @align(256)
in fixed_i32: i32[11]
uniform fixed_u64: u64[8]
in fixed_i64: i64[5]
in fixed_f32: f32[8]
uniform fixed_f64: f64[10]
uniform o10_4: u8[, 1]
scratch b11: i8[257, 2]
persistent b12: u64[258]
inout b13: atomic i32[1]
persistent o14_256: atomic i32[]
shared b15: u32[64]
shared b16: u64[64]
shared b17: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max((fixed_i32[(63u32 * 2u32) % 12] - fixed_i32[b15[here] % 12]))
let v1 = workgroup_iscan_max(fixed_u64[u32_at(bytes, p_u32 % 41) % 9])
let v2 = workgroup_iscan_max(fixed_i64[mulhi(31u32, 2u32) % 6])
let v3 = atomic_max(o14_256[me], v0, relaxed)
b13[o10_4[p_u32 % 5, 0] % 2] += fixed_i32[me + 1]
block l4 {
for k5 in 4294967294u32 % 2..2 + (bytes[b0[126] % 41] & workgroups.x) % 3 step 0 {
if ((p_u32 > k5) ? (k5 % 5 >= 1) : bool(fixed_f64[k5 % 11])) {
if (fixed_bool[TABLE[3] % 6] ? (fixed_u64[b0[253] % 9] > fixed_u64[(true ? o10_4[1, 0] : k5) % 9]) : fixed_bool[TABLE[1] % 6]) {
b13[k5 % 2] -= v0
if (bool(p_i32) ? (p_f64 != p_f64) : (b0[p_u32 % 257] % 2 < 1)) && wid.x % 3 == 1 { return }
var a6: i32[5]
a6[k5 % 5] += grid_scan_max(max(b11[me, p_u32 % 2], v3))
let v7 = a6[(~255u32) % 5]
if fixed_bool[me + 2] && me % 7 == 1 { return }
}
let n8 = fixpoint k9 in 1..1 {
b11[me, 1] = (fixed_bool[4294967296u64 % 6] ? 128i32 : v3)
b12[me] = grid_load(b17[workgroup_size.y % 4])
let v10 = grid_add(fixed_f64[b15[here] % 11])
if k9 < 2 && (k9 % 4 >= 2) { again }
}
region "r12" {
let v13 = (fixed_bool[p_u32 % 6] ? workgroup_scan_or(((fixed_bool[len(b1) % 6] ? fixed_i32[o10_4[1, 0] % 12] : fixed_i32[3u32 % 12]) >> k5)) : workgroup_scan_xor(fixed_i32[k5 % 12]))
if bool((fixed_i32[TABLE[p_u32 % 10] % 12] - fixed_i32[2u32 % 12])) {
}
}
}
if (i32(fixed_u64[u32(unbits(0x48c6800519ca2182u64)) % 9]) != (fixed_i32[u64_at(bytes, p_u32 % 41) % 12] / fixed_i32[(k5 % k5) % 12])) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
