// Program 32880 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 32880
program conform_32880
workgroup 16, 3, 1
grid 48, 9, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = -18
param p_u64: u64 = 6
param p_i64: i64 = -11
param p_f32: f32 = 6.25
param p_f64: f64 = -4.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[432]
out b1: u32[432]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[5]
uniform fixed_u32: u32[4]
uniform fixed_i32: i32[6]
in fixed_u64: u64[6] @align(8)
in fixed_i64: i64[6]
in fixed_f32: f32[6]
uniform fixed_f64: f64[5] @cache(streaming) @axis(0)
in b10: u16[8, 1]
persistent b11: u16[433, 1]
scratch b12: i64[432, 1] @live
persistent b13: bool[433]
inout b14: atomic u32[1]
inout b15: atomic i64[432]
shared b16: u32[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1728] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = ceil_div((false ? b0[u32(x0) % 433] : b0[(TABLE[8] << 0u64) % 433]), (TABLE[p_i64 % 10] << x0))
let v3 = i32((-fixed_f32[3u32 % 7]))
return abs(2147483648u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_add(abs(len(bytes)))
let v5 = subgroup_scan_add(((true ? 31i32 : fixed_i32[(p_u32 % v4) % 7]) * ctz(fixed_i32[i32(unbits(0x75daa929u32)) % 7])))
let v6 = subgroup_scan_add(fixed_u64[v4 % 7])
let v7 = subgroup_scan_add(fixed_i64[me + 1])
let v8 = subgroup_scan_min(((fixed_bool[v5 % 6] ? fixed_bool[bits(unbits(0x3effffffu32)) % 6] : b13[me]) ? u32(16777217.0f64) : (p_bool ? wid.z : len(b0))))
let v9 = subgroup_scan_min(i32(fixed_f32[min(v8, p_u32) % 7]))
let v10 = subgroup_scan_min(min(v6, u64(fixed_f64[63u32 % 6])))
let v11 = subgroup_scan_min(31i64)
let v12 = subgroup_scan_max(fixed_u32[ceil_div(v4, v8) % 5])
let v13 = subgroup_scan_max(v5)
let v14 = subgroup_scan_max(v10)
let v15 = atomic_sub(b15[me], p_i64)
atomic_add(b14[(63u32 + p_u32) % 2], ((unbits(0xff800000u32) < fixed_f32[me + 1]) ? min(v8, v4) : clz(b11[me, 0])), acquire, device)
for k16 in u32(p_u32) % 3..u32_at(bytes, v4 % 41) % 6 step (p_bool ? v8 : v8) % 3 {
atomic_sub(b14[b16[here] % 2], b10[bits(unbits(0x908cbe4du32)) % 9, 0], acquire, system)
hits[atomic_add(found[0], 1)] = k16
if (p_u32 % 5 >= 2) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
