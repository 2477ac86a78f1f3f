// Program 45904 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45904
program conform_45904
workgroup 31, 1, 1
grid 98, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = 4
param p_u64: u64 = 35
param p_i64: i64 = -39
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[124] @binding(7)
out b1: u32[124] @binding(14) @cache(streaming)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[11] @binding(28)
uniform fixed_u32: u32[3] @binding(35)
in fixed_i32: i32[5] @binding(5) @cache(temporal)
uniform fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[10] @binding(19)
uniform fixed_f32: f32[9] @binding(26)
uniform fixed_f64: f64[5] @binding(33) @axis(0)
in b10: i16[9, 2] @binding(3)
persistent b11: i16[125] @binding(10)
scratch b12: f32[124, 3] @live @binding(17)
scratch b13: atomic i32[1] @live @binding(24)
inout b14: atomic u64[124] @binding(31)
shared b15: u32[31] @binding(1)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_max(u64(fixed_bool[256i32 % 12]))
let v1 = subgroup_iscan_max(p_i64)
let v2 = subgroup_iscan_and((fixed_i32[u32(p_u32) % 6] >= b10[0u32 % 10, 1]))
let v3 = subgroup_iscan_and(256u32)
let v4 = subgroup_iscan_and((ctz(i32(lid.y)) + p_i32))
let v5 = subgroup_iscan_and(v0)
let v6 = subgroup_iscan_and(v1)
let v7 = subgroup_iscan_or(fixed_bool[max(v3, b15[here]) % 12])
let v8 = subgroup_iscan_or((v2 ? p_u32 : len(b10, 1)))
let v9 = subgroup_iscan_or(mulhi(rotl(v4, v3), clamp(fixed_i32[me & 7], b10[me & 3, u32(p_f64) % 2], v4)))
let v10 = subgroup_iscan_or((v0 * atomic_or(b14[me], v5, acquire, device)))
let v11 = atomic_sub(b14[me], v10, acquire)
block l12 {
barrier workgroup
if me % 3 != 0 {
atomic_sub(b13[ctz(u32_at(bytes, p_u32 % 41)) % 2], abs(i32(wid.x)), acq_rel, device)
leave l12
}
if me % 2 == 1 {
leave l12
}
}
let v13 = ((p_bool ? fixed_bool[fixed_u32[1] % 12] : fixed_bool[128u32 % 12]) ? workgroup_scan_add(ctz((fixed_i32[me & 3] & v4))) : workgroup_iscan_and(i32(gid.y)))
b11[me] = i32(workgroup_size.z)
if ((fixed_bool[255u32 % 12] ? fixed_bool[b0[p_u32 % 125] % 12] : fixed_bool[min(SUM, 256u32) % 12]) == (b0[2u32 % 125] > 33u32)) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(v13)
