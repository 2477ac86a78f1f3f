// Program 5475 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5475
program conform_5475
workgroup 7, 1, 1
grid 28, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = 6
param p_u64: u64 = 34
param p_i64: i64 = -19
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[8]
in fixed_i32: i32[3]
in fixed_u64: u64[6]
in fixed_i64: i64[5] @cache(streaming)
in fixed_f32: f32[9]
in fixed_f64: f64[10] @cache(streaming)
uniform b10: i8[3, 1]
scratch b11: i8[len(b0)] @live
out b12: bool[29]
scratch b13: u32[29, 3] @live
inout b14: u8[29] @cache(streaming)
persistent b15: atomic i32[3]
scratch b16: atomic i64[28]
shared b17: u32[7]
shared b18: i8[7]
shared b19: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((x0 - TABLE[x0 % 10]) % 4 == 2)
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
}
return rotr(u32(fixed_f64[me & 7]), fixed_i32[me & 1])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_scan_and(p_u64)
let v5 = grid_scan_and(((atomic_and(b16[me], 64i64) >> b10[me & 1, (b12[me] ? 4294967294u32 : 7u32) % 1]) / (false ? fixed_i64[me & 3] : i64(wid.y))))
let v6 = grid_scan_or((fixed_bool[me & 3] ^ bool(fixed_f32[me & 3])))
let v7 = atomic_compare_exchange(b16[me], i64(grid_size.x), fixed_i64[3])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 4)
wait()
atomic_store(b16[me], p_i64)
let v8 = ((fixed_bool[(4294967294u32 * 255u32) % 11] ? fixed_bool[64u32 % 11] : fixed_bool[0u32 % 11]) ? workgroup_add((bool(p_u32) ? f32(b13[me, 1]) : f32(fixed_f64[5u32 % 11]))) : workgroup_min((v6 ? -1.5f32 : p_f32)))
var w9 = 0
loop {
w9 += 1
if w9 > 3 { break }
barrier grid
barrier workgroup
if fixed_bool[128u32 % 11] {
barrier grid
continue
}
b17[here] = ((!fixed_bool[287930557u32 % 11]) ? grid_scan_max(b17[here]) : mulhi(b13[me, 2147483647u32 % 4], TABLE[b13[me, 1] % 10]))
for k10 in u32(fixed_u32[me & 1]) % 3..(b14[me] + b13[me, 1]) % 6 {
let v11 = f0(fixed_u32[k10 % 9], b15[me & 7])
let v12 = max(fixed_f64[me & 3], (fixed_f64[(fixed_bool[me & 1] ? TABLE[2] : k10) % 11] + fixed_f64[me & 1]))
}
for k13 in -2..2 {
b17[here] = ((~b1[me & 3]) + grid_scan_min(b13[me, 2u32 % 3]))
if me < 27 { b11[me] = (rotl(k13, b0[3u32 % 29]) * rotr(p_i32, i32(lid.y))) }
var w14 = 0
loop {
w14 += 1
if w14 > 1 { break }
if me < len(b0) { b13[me, rotr(372904563u32, u64_at(bytes, p_u32 % 41)) % 3] += u32(b1[(33u32 % 5u32) % 29]) }
let v15 = grid_iscan_add(255i64)
barrier grid
}
if fixed_bool[u32(7u32) % 11] {
continue
}
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(bits(v8))
