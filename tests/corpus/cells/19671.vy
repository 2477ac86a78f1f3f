// Program 19671 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 19671
program conform_19671 service
workgroup 4, 4, 3
grid 16, 12, 9
param p_bool: bool = true
param p_u32: u32 = 4
param p_i32: i32 = 2
param p_u64: u64 = 5
param p_i64: i64 = -38
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1728]
out b1: u32[len(b0)] @range(3409, 3123)
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[9]
in fixed_u32: u32[9] @align(1)
in fixed_i32: i32[9]
in fixed_u64: u64[11]
in fixed_i64: i64[4]
in fixed_f32: f32[3]
in fixed_f64: f64[7]
in b10: i8[9, 3]
out b11: u64[1728]
scratch b12: f64[1729]
out b13: u64[1730]
scratch b14: u32[1728] @live
persistent b15: atomic i64[1]
inout o16_1728: atomic i32[]
mapped b17: i32[1728]
mapped b18: bool[len(b0)]
mapped b19: atomic i64[1728]
shared b20: u32[48]
shared b21: u64[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[110592] @count(found)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_broadcast(ceil_div(x0, ctz(x0)), 521503291u32 % 1729)
let v3 = 1.5f64
each i in 0..36, j in 0..48 {
if bool(min(fixed_f32[u64(v2) % 4], unbits(0x3effffffu32))) { continue }
}
return ((gid.x - v2) + v2)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1(b14[me], i32((-fixed_f64[151407221i64 % 8])))
let v7 = workgroup_load(b20[2147483647u32 % 49])
let v8 = workgroup_load(fixed_i32[b0[p_u32 % 1729] % 10])
let v9 = workgroup_load(b11[4294967294u32 % 1729])
let v10 = atomic_or(o16_1728[me], fixed_i32[me & 7])
barrier workgroup
async_copy(b13, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, 35)
barrier grid
wait()
pause()
let v11 = ((fixed_bool[3u32 % 10] || fixed_bool[u32(-1.5f64) % 10]) ? grid_add((b19[v6 % 1729] + 2i64)) : grid_scan_and(fixed_i64[me & 1]))
if bool(f32(fixed_i64[b0[p_u32 % 1729] % 5])) {
b13[me] += bits((b18[me] ? fixed_f64[me & 3] : 0.0f64))
let n12 = fixpoint k13 in 1..3 {
if k13 < 2 && bool((v10 | v10)) { again }
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11)
