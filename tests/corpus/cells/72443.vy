// Program 72443 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72443
program conform_72443
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 13
param p_u64: u64 = 35
param p_i64: i64 = -10
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
in fixed_u64: u64[10]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[6] @axis(0)
uniform fixed_f64: f64[9]
uniform b10: u8[6, 1]
out b11: i32[34, 1]
scratch b12: bool[33, 2]
persistent b13: u16[34, 1]
out b14: u16[35] @align(4)
out b15: atomic i32[4]
persistent b16: atomic i64[33]
shared b17: u32[1] @axis(0)
shared b18: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_load(fixed_f64[4294967295u32 % 10])
let v1 = workgroup_add(b0[4294967294u32 % 34])
let v2 = workgroup_add(clamp(fixed_i32[p_u32 % 9], fixed_i32[mulhi(TABLE[2], v1) % 9], fixed_i32[ceil_div(v1, b13[me, 0]) % 9]))
let v3 = atomic_compare_exchange(b16[me], p_i64, 255i64, release, device)
atomic_sub(b15[v1 % 5], i32(b12[me, 1]))
b11[me, 0] += 256i32
var w4 = 4
while w4 > 0 && (w4 % 3 == 2 || ((true ? fixed_bool[2147483647u32 % 12] : true) ? grid_all((fixed_bool[v1 % 12] && b12[me, 1])) : fixed_bool[3u32 % 12])) {
w4 -= 1
let n5 = fixpoint k6 in 2..6 {
let v7 = ((3.0f64 <= v0) ? grid_load(fixed_f64[2147483647u32 % 10]) : f64(fixed_bool[me + 1]))
for k8 in fixed_u64[k6 % 11] % 3..min(u64_at(bytes, grid_size.x % 41), fixed_u64[k6 % 11]) % 6 step u64(fixed_i64[k6 % 5]) % 4 {
atomic_add(b15[k6 % 5], (i32(v7) >> fixed_i64[me + 1]), acq_rel)
if fixed_bool[me + 1] { break }
}
fixpoint k10 in 1..1 {
b17[here] = grid_scan_max(abs(b17[here]))
if k10 < 4 && (v3 == i64(fixed_bool[(k6 & b10[5, 0]) % 12])) { again }
}
if k6 < 6 && ((b12[me, 1] ^ fixed_bool[b17[here] % 12]) | (fixed_bool[me + 2] & b12[me, 1])) { again }
}
let v12 = (bool(u64_at(bytes, TABLE[0] % 41)) ? grid_broadcast(fixed_u64[TABLE[p_u32 % 10] % 11], b0[12] % 34) : (fixed_u64[v1 % 11] ^ fixed_u64[n5 % 11]))
if (fixed_bool[u32(63i32) % 12] && fixed_bool[0i32 % 12]) {
break
}
let v13 = (bool(bytes[u64(63u32) % 41]) ? grid_broadcast(mulhi((fixed_u64[(v1 + p_u32) % 11] << v1), u64(fixed_u32[64i32 % 7])), grid_size.y % 34) : p_u64)
assert me < 9 || bool(sqrt(fixed_f32[3i64 % 7])), "{}", ceil(fixed_f32[v1 % 7])
if bool((fixed_bool[127u32 % 12] ? fixed_i64[mulhi(b0[p_u32 % 34], 128u32) % 5] : fixed_i64[TABLE[p_u32 % 10] % 5])) {
break
}
}
var w14 = 0
loop {
w14 += 1
if w14 > 4 { break }
var v15 = ((b0[v1 % 34] % 5 >= 1) ? (fixed_bool[me + 1] && fixed_bool[256u64 % 12]) : (fixed_bool[v1 % 12] && b12[me, 1]))
if (b12[me, 1] | bool(0.0f64)) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
