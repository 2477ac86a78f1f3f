// Program 32147 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 32147
program conform_32147
workgroup 2, 3, 1
grid 3, 3, 1
param p_bool: bool = false
param p_u32: u32 = 20
param p_i32: i32 = 2
param p_u64: u64 = 7
param p_i64: i64 = -2
param p_f32: f32 = 5.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[12]
out b1: u32[12] @align(32)
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[4] @align(2)
uniform fixed_i32: i32[9]
uniform fixed_u64: u64[11]
in fixed_i64: i64[10]
in fixed_f32: f32[4]
in fixed_f64: f64[4] @axis(0)
in o10_7: i16[]
scratch b11: i16[13] @live
persistent b12: i64[11, 3]
out b13: atomic i64[3]
persistent b14: atomic u32[12]
shared b15: u32[6]
shared b16: i16[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_add(rotr(255u32, fixed_i64[5u32 % 11]))
let v1 = workgroup_scan_add(min(b16[here], p_i32))
let v2 = workgroup_scan_add(fixed_u64[v0 % 12])
let v3 = atomic_min(b14[me], b1[me], acq_rel, system)
var a4: u64[5]
a4[2] = u64(5i64)
let v5, v6 = f2(fixed_u64, TABLE[p_u32 % 10] % 14)
f3(b1[me..me + 2], ((fixed_bool[32u32 % 7] ? p_u32 : b14[me]) << rotl(v3, v6)))
let v7 = ((p_u64 >= fixed_u64[b0[2] % 12]) ? grid_add(u64(rotl(0u32, 256u32))) : grid_iscan_min(fixed_u64[(grid_size.y - fixed_u32[2]) % 12]))
let n8 = fixpoint k9 in 2..3 {
each i in 0i32..12 {
var v11 = p_i32
v11 += i32((fixed_i64[v3 % 11] ^ b12[i, 1]))
v11 = i
}
if k9 < 4 && fixed_bool[v3 % 7] { again }
}
b15[here] += ((p_u32 ^ bytes[workgroups.x % 41]) | u32(fixed_i64[v2 % 11]))
var v13 = grid_min(b12[me, 1])
v13 = (fixed_i64[u32(64u64) % 11] << u64(fixed_bool[v13 % 7]))
let v14 = workgroup_load(fixed_u64[n8 % 12])
let v15 = grid_min(f32(v13))
if true {
a4[n8 % 5] = ((v7 | v5) & u64(v6))
let v16 = ((v6 == v6) ? (a4[v0 % 6] | a4[1993519948u32 % 6]) : ceil_div(a4[clz(v3) % 6], fixed_u64[me + 2]))
if ((b0[u32(p_f32) % 13] % 2 != 2) || p_bool) {
var w17 = 4
while w17 > 0 && (w17 % 3 == 2 || workgroup_broadcast(fixed_bool[(true ? v0 : fixed_u32[p_u32 % 5]) % 7], wid.x % 7)) {
w17 -= 1
var w18 = 4
while w18 > 0 && (w18 % 3 == 2 || (bool(3u32) || workgroup_and(fixed_bool[o10_7[6] % 7]))) {
w18 -= 1
a4[255u32 % 5] = reverse(((fixed_bool[v13 % 7] ? 4294967296u64 : a4[v0 % 6]) | (a4[v3 % 6] & fixed_u64[n8 % 12])))
if ((b0[b0[p_u32 % 13] % 13] % 4 < 2) ? fixed_bool[(~n8) % 7] : (p_bool && fixed_bool[p_u32 % 7])) {
continue
}
}
}
} else {
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(n8) + u32(v13) + u32(v14) + u32(v15)
