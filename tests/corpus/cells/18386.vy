// Program 18386 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18386
program conform_18386
workgroup 8, 4, 1
grid 16, 12, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = -17
param p_u64: u64 = 29
param p_i64: i64 = -13
param p_f32: f32 = 2.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[3] @cache(streaming)
in fixed_i32: i32[4]
uniform fixed_u64: u64[4]
in fixed_i64: i64[4]
uniform fixed_f32: f32[6] @cache(streaming)
uniform fixed_f64: f64[4]
uniform o10_9: u8[, 3]
persistent b11: i32[192, 2]
inout o12_192: i16[]
inout b13: atomic u32[1]
out b14: atomic u32[192] @range(547, 62)
shared b15: u32[32]
shared b16: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_or((fixed_u64[me & 3] - fixed_u64[me & 3]))
let v1 = grid_scan_or(fixed_i64[me & 1])
let v2 = grid_scan_xor(fixed_bool[me & 7])
let v3 = atomic_min(b14[me], p_u32)
var a4: i64[3]
a4[1] = i64(fixed_i64[fixed_u32[me & 1] % 5])
let v5, v6 = f2(fixed_i64, v3 % 14)
f3(b1[me..me + 2], u32(p_u32))
let v7 = (fixed_bool[255u32 % 4] ? grid_broadcast(fixed_f64[me & 1], 2u32 % 193) : grid_min(fixed_f64[me & 7]))
barrier workgroup
atomic_store(b14[me], v6)
var w8 = 0
loop {
w8 += 1
if w8 > 2 { break }
let v9 = ((fixed_bool[p_i64 % 4] && fixed_bool[1699638112u64 % 4]) && grid_and((fixed_bool[me & 1] ? p_bool : v2)))
let v10 = (fixed_f64[i32(workgroup_size.y) % 5] + grid_min(v7))
b13[o10_9[p_u32 % 4, 1] % 2] -= u32_at(bytes, v3 % 41)
if (bool(fixed_bool[31i64 % 4]) | bool(fixed_f32[4294967295u64 % 7])) {
continue
}
fixpoint k12 in 0..2 {
var w13 = 0
loop {
w13 += 1
if w13 > 3 { break }
a4[fixed_u32[me & 3] % 3] += ((i64(fixed_f32[(true ? p_i32 : i32(-2147483647)) % 7]) != p_i64) ? ((~fixed_i64[me & 1]) - clamp(fixed_i64[me & 7], v5, i64(workgroups.y))) : v1)
if (bool(v5) ? (v2 ^ true) : (v3 % 3 != 1)) { again }
a4[len(b0) % 3] = workgroup_iscan_max(i64(p_u64))
barrier grid
block l14 {
let v15 = grid_load(fixed_f64[(k12 & 2147483647u32) % 5])
if (o10_9[1943647286i32 % 4, 1] % 2 == 1) {
leave l14
}
}
barrier grid
}
if k12 < 3 && (f64(fixed_i32[u32(p_f32) % 5]) <= (v7 - v7)) { again }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5 >> 32) + u32(v6) + u32(bits(v7))
