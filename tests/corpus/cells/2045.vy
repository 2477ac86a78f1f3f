// Program 2045 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2045
program conform_2045
workgroup 33, 1, 1
grid 2, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = -6
param p_u64: u64 = 3
param p_i64: i64 = -9
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @range(11, 1)
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[9]
uniform fixed_i32: i32[3] @cache(temporal)
in fixed_u64: u64[11]
uniform fixed_i64: i64[3]
in fixed_f32: f32[3]
in fixed_f64: f64[4]
uniform b10: u16[9, 2]
persistent b11: bool[33]
out b12: bool[34]
scratch b13: f64[33, 1] @live
out b14: atomic i32[4] @range(1, 4)
scratch b15: atomic u64[33]
shared b16: u32[33] @align(8)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor((fixed_bool[me + 2] ? p_u64 : atomic_min(b15[me], 32u64, acq_rel, system)))
let v1 = grid_scan_xor(p_i64)
let v2 = grid_iscan_add(b16[here])
atomic_store(b15[me], (bool(b11[me]) ? popcount(v0) : u64(p_f64)))
atomic_add(b14[(~2u32) % 5], fixed_i32[(lid.x ^ p_u32) % 4], release, workgroup)
let v3 = grid_broadcast(fixed_f64[me + 0], bytes[0] % 34)
b11[me] = bool(b11[me])
assert me < 9 || bool(clamp(v1, v1, p_i64)), "{}", v1
if ((fixed_bool[(false ? 127i64 : fixed_i64[p_u32 % 4]) % 12] != fixed_bool[u32_at(bytes, p_u32 % 41) % 12]) ? workgroup_all(fixed_bool[mulhi(fixed_i64[me + 0], v1) % 12]) : fixed_bool[128u32 % 12]) {
if ((p_i32 >= p_i32) ? workgroup_all(fixed_bool[63u64 % 12]) : false) {
let v4 = workgroup_or((fixed_bool[TABLE[5] % 12] ? b0[me + 2] : v2))
}
var a5: bool[1]
a5[b16[here] % 1] = ((-workgroup_size.x) < u32(a5[v2 % 2]))
let v6 = a5[p_u32 % 1]
}
block l7 {
if (fixed_bool[v2 % 12] ? b12[me] : bool(fixed_i32[(v1 % v1) % 4])) {
atomic_sub(b14[v2 % 5], i32(7u32), release)
} else {
assert me < 9 || (bool(fixed_i32[SUM % 4]) ? bool(fixed_u64[b16[here] % 12]) : bool(fixed_bool[(1215370665u32 ^ 32u32) % 12])), "{}", (v2 > v2)
}
b11[me] = ((v0 != p_u64) && bool(p_u64))
if bool(u64(fixed_i32[me + 2])) { return }
b12[me] = bool(((v0 - v0) / p_u64))
if (u32(256i32) >= mulhi(v2, v2)) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
