// Program 19660 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 19660
program conform_19660
workgroup 33, 1, 1
grid 132, 1, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = 3
param p_u64: u64 = 17
param p_i64: i64 = -5
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132]
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[9]
uniform fixed_u64: u64[6]
uniform fixed_i64: i64[4] @align(32)
uniform fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: u16[7, 1]
scratch b11: f64[133]
out b12: bool[134, 1]
out b13: atomic u32[4]
inout b14: atomic u64[132]
shared b15: u32[33] @align(32)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(u32(63i64))
let v1 = workgroup_iscan_min(i32(fixed_f64[fixed_u32[0] % 6]))
let v2 = workgroup_iscan_min(fixed_u64[b10[p_u32 % 8, 0] % 7])
let v3 = atomic_or(b14[me], v2, release, device)
atomic_store(b14[me], fixed_u64[me + 1], relaxed)
let v4 = (bool(fixed_u64[(1255650996u32 ^ 1911757413u32) % 7]) ? grid_any(b12[me, 0]) : p_bool)
var v5 = ((v4 ? b0[(u64_at(bytes, p_u32 % 41) / u64_at(bytes, p_u32 % 41)) % 133] : p_u32) % 5 == 2)
v5 = workgroup_any(p_bool)
var v6 = fixed_u64[33u32 % 7]
v6 *= u64(fixed_i64[b10[0, 0] % 5])
block l7 {
let v8 = (fixed_bool[bytes[p_u32 % 41] % 5] ? workgroup_broadcast(fixed_f32[(v5 ? p_u32 : v0) % 6], (255u32 + b0[p_u32 % 133]) % 34) : f32(fixed_f32[me + 0]))
if (!true) {
region "r9" {
barrier grid
v6 = workgroup_add(v6)
atomic_max(b13[v0 % 5], popcount(v0), acq_rel, system)
let v10 = unbits((b10[921858567u32 % 8, 0] % b0[b10[p_u32 % 8, 0] % 133]))
}
barrier grid
leave l7
}
}
if ((b12[me, 0] && v4) ? (b12[me, 0] && fixed_bool[2147483647u32 % 5]) : (p_bool ? true : fixed_bool[me + 1])) {
if me <= len(b1) { b11[me] += trunc(f64(9223372036854775808u64)) }
let v11 = ((v4 ? v4 : v4) && (p_u32 % 3 >= 2))
} else if b12[me, 0] {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6)
