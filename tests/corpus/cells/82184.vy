// Program 82184 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 82184
program conform_82184
workgroup 16, 3, 1
grid 16, 6, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 7
param p_u64: u64 = 16
param p_i64: i64 = -35
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @axis(0)
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[11]
uniform fixed_i32: i32[3]
in fixed_u64: u64[10]
uniform fixed_i64: i64[11]
in fixed_f32: f32[10]
in fixed_f64: f64[4]
in b10: i16[7, 3]
out b11: i16[95] @range(120, 49)
inout b12: bool[95, 2]
inout b13: f64[95]
persistent b14: bool[97]
persistent b15: atomic u64[4]
inout b16: atomic u32[96]
shared b17: u32[48]
shared b18: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: f64[2]
a2[u32(y1) % 2] = floor(trunc(fixed_f64[b0[p_u32 % 97] % 5]))
let v3 = a2[x0 % 2]
a2[p_u32 % 2] = ((-fixed_f64[128u64 % 5]) / (fixed_bool[p_i32 % 7] ? unbits(0xd5df47b9ce121858u64) : p_f64))
if ((fixed_bool[1i64 % 7] || fixed_bool[p_u32 % 7]) && (fixed_bool[reverse(82203764u32) % 7] ? fixed_bool[2u32 % 7] : fixed_bool[p_u32 % 7])) {
}
return u32(round(unbits(0x8000000000000000u64)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_add(((fixed_f32[me + 2] > fixed_f32[2u32 % 11]) ? f64(p_u64) : (fixed_f64[4294967294u32 % 5] / fixed_f64[(32u32 - 1093878948u32) % 5])))
let v5 = subgroup_min(atomic_or(b16[me], 255u32, acq_rel))
let v6 = subgroup_min(fixed_i32[p_u32 % 4])
let v7 = subgroup_min(fixed_u64[TABLE[p_u32 % 10] % 11])
let v8 = subgroup_min((-1i64))
let v9 = subgroup_min(unbits(p_u32))
let v10 = subgroup_min(max(p_f64, v4))
let v11 = subgroup_max(p_u32)
let v12 = subgroup_max((bool(v8) ? v6 : (-v6)))
let v13 = subgroup_max(u64_at(bytes, v5 % 41))
let v14 = subgroup_max(reverse(clamp(2i64, fixed_i64[fixed_u32[9] % 12], v8)))
let v15 = atomic_or(b16[me], v11, acq_rel, device)
b15[v15 % 5] -= rotr(v7, popcount(v8))
barrier workgroup
var a16: u64[5]
a16[v11 % 5] += (v7 + subgroup_iscan_or((bool(v9) ? u64(v9) : u64(b13[me]))))
let v17 = a16[bits(fixed_f32[2]) % 5]
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(a16[2]) + u32(v17)
