// Program 46433 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46433
program conform_46433
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 18
param p_i32: i32 = -13
param p_u64: u64 = 1
param p_i64: i64 = -29
param p_f32: f32 = 3.25
param p_f64: f64 = -1.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31] @cache(temporal) @axis(0)
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[8]
in fixed_i32: i32[10] @align(32)
in fixed_u64: u64[5]
in fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[4]
uniform b10: u8[3, 1]
out b11: u64[32]
persistent b12: i8[33]
inout b13: u8[32, 2]
persistent b14: f64[31, 2]
scratch b15: atomic i32[2] @live
scratch b16: atomic u32[31] @live
shared b17: u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (~(x0 << fixed_i64[x0 % 8]))
let v3 = fixed_u64[b10[p_u32 % 4, 0] % 6]
var w4 = 0
while w4 < 5 && true {
w4 += 1
if (rotr(x0, 583298867u32) % 4 == 2) { break }
}
return u32(fixed_bool[u32(unbits(0x1u64)) % 8])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_scan_max(rotl(fixed_u64[33u32 % 6], fixed_i64[grid_size.x % 8]))
let v6 = workgroup_scan_max(reverse(fixed_i64[me + 0]))
let v7 = workgroup_scan_and(fixed_bool[me + 1])
let v8 = atomic_and(b16[me], b10[p_u32 % 4, 0], acq_rel, system)
if bool((fixed_i64[b0[p_u32 % 32] % 8] | fixed_i64[len(bytes) % 8])) {
let v9 = grid_min(max(fixed_i64[(7u32 >> 127i32) % 8], 1i64))
} else {
b11[me] += (v5 + grid_scan_min(reverse((v5 * p_u64))))
if bool(mulhi(p_u64, fixed_u64[256u32 % 6])) {
let v10 = (v5 + grid_or((-v5)))
b11[me] = v5
} else {
let v11 = workgroup_min((i32(v8) / (b12[me] ^ p_i32)))
}
}
let v12 = fixed_i64[v8 % 8]
let n13 = fixpoint k14 in 2..3 {
barrier workgroup
if me < len(b11) { b11[me] += bits(p_f64) }
for k15 in 2147483647i32 - i32(reverse(k14) % 6)..2147483647i32 {
var w16 = 0
while w16 < 5 && false {
w16 += 1
if (bool(fixed_f64[fixed_i64[p_u32 % 8] % 5]) ? fixed_bool[me + 1] : (false != fixed_bool[me + 1])) { continue }
}
if v7 { break }
}
if k14 < 6 && ((v7 ^ v7) ? bool(924047689i64) : (b13[me, 1] % 2 >= 1)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v12) + u32(n13)
