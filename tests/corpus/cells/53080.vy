// Program 53080 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 53080
program conform_53080 service
workgroup 64, 1, 1
grid 64, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = 14
param p_u64: u64 = 38
param p_i64: i64 = -10
param p_f32: f32 = 6.25
param p_f64: f64 = -5.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[len(b0)] @align(16)
in bytes: u8[40] @align(128)
in fixed_bool: bool[3] @align(256)
in fixed_u32: u32[6] @cache(streaming)
uniform fixed_i32: i32[3]
in fixed_u64: u64[7] @align(4)
uniform fixed_i64: i64[6]
in fixed_f32: f32[11]
in fixed_f64: f64[6]
in b10: i8[3]
out b11: u64[64, 3]
out b12: bool[66]
persistent b13: u64[64] @cache(temporal)
persistent b14: atomic i32[1]
persistent b15: atomic u32[64]
mapped b16: i8[64]
mapped b17: i8[64]
mapped b18: atomic u64[64]
shared b19: u32[64]
shared b20: f32[64]
shared b21: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_xor(2u64)
let v1 = subgroup_scan_xor(fixed_i64[4294967295u32 % 7])
let v2 = subgroup_iscan_add(32u32)
let v3 = subgroup_iscan_add(b10[v2 % 4])
let v4 = subgroup_iscan_add(u64(b10[v2 % 4]))
let v5 = subgroup_iscan_add((fixed_bool[me + 1] ? fixed_i64[me + 0] : v1))
let v6 = subgroup_iscan_min(0u32)
let v7 = subgroup_iscan_min(rotr(i32(u64_at(bytes, (true ? b0[me + 0] : v2) % 41)), (v6 ^ p_u32)))
let v8 = subgroup_iscan_min((u64_at(bytes, max(v0, b11[me, 1]) % 41) - fixed_u64[v2 % 8]))
let v9 = subgroup_iscan_min(i64(fixed_f64[4294967294u32 % 7]))
let v10 = subgroup_iscan_max(256u32)
let v11 = atomic_min(b15[me], v2, acquire)
for k12 in u32(4294967296i64) % 2..1 + (fixed_bool[31u32 % 4] ? fixed_u32[(p_bool ? 33u32 : 31u32) % 7] : fixed_u32[workgroup_size.y % 7]) % 3 {
block l13 {
if true {
leave l13
}
}
if (!bool(k12)) {
break
}
}
let v14 = (bool(fixed_i32[p_u32 % 4]) ? workgroup_min((v3 << 127u64)) : workgroup_scan_and(b10[v10 % 4]))
b19[here] = workgroup_or((v6 << b10[me + 1]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v14)
