// Program 15836 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15836
program conform_15836 service
workgroup 1024, 1, 1
grid 1024, 1, 1
param p_bool: bool = false
param p_u32: u32 = 10
param p_i32: i32 = -13
param p_u64: u64 = 17
param p_i64: i64 = -31
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[1024]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[8]
in fixed_i32: i32[9]
in fixed_u64: u64[8]
in fixed_i64: i64[3]
uniform fixed_f32: f32[3] @align(64)
in fixed_f64: f64[4]
uniform b10: u16[2, 3]
inout b11: i8[1026, 3]
persistent b12: u8[1024]
scratch b13: atomic u64[4] @axis(0)
persistent o14_1024: atomic u32[] @cache(temporal) @axis(0)
mapped b15: bool[1024]
mapped b16: i16[1024]
mapped b17: atomic u64[1024]
shared b18: u32[1024]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4096] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u32[1]
a2[x0 % 1] = (fixed_bool[me + 2] ? x0 : fixed_u32[b0[605] % 9])
let v3 = a2[x0 % 1]
var w4 = 0
while w4 < 3 && bool((~1432562945u32)) {
w4 += 1
a2[v3 % 1] = ((v3 * atomic_load(o14_1024[me])) % wid.y)
if ((fixed_bool[p_u32 % 11] ? fixed_bool[v3 % 11] : fixed_bool[b10[p_u32 % 3, 1] % 11]) | bool(u32_at(bytes, b0[858] % 41))) { continue }
}
return (bool(fixed_f32[(b12[me] / a2[0]) % 4]) ? min(31u32, p_u32) : v3)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_or(fixed_i32[134230208u32 % 10])
let v6 = grid_or(fixed_u64[v5 % 9])
let v7 = grid_or(clamp(p_i64, fixed_i64[me + 0], min(fixed_i64[me + 2], fixed_i64[me + 0])))
let v8 = atomic_exchange(o14_1024[me], 1u32, relaxed, workgroup)
atomic_sub(b13[4294967295u32 % 5], (rotl(v6, fixed_i64[fixed_u32[p_u32 % 9] % 4]) | atomic_load(b17[me], acquire, workgroup)))
each k9 in b0[3u32 % 1025] % 3..u32(fixed_bool[(fixed_u32[p_u32 % 9] - 128u32) % 11]) % 3, k10 in v6 % 3..u64(p_u32) % 5, k11 in p_i64 % 3..231 {
b11[me, 1] %= (v5 & b16[me])
if ((b15[me] ? b15[me] : b15[me]) ^ (v5 != v5)) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8)
