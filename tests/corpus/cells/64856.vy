// Program 64856 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 64856
program conform_64856
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = true
param p_u32: u32 = 17
param p_i32: i32 = -5
param p_u64: u64 = 5
param p_i64: i64 = -7
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32] @range(115, 13)
in bytes: u8[40] @axis(0)
in fixed_bool: bool[9]
in fixed_u32: u32[11]
uniform fixed_i32: i32[6]
in fixed_u64: u64[5] @cache(temporal)
uniform fixed_i64: i64[6] @axis(0)
uniform fixed_f32: f32[6]
uniform fixed_f64: f64[10]
uniform b10: u16[5, 2] @cache(random)
inout b11: u32[34, 2]
inout b12: i64[32] @cache(streaming)
scratch b13: i8[33] @live
persistent b14: i64[32]
scratch b15: atomic i32[2] @cache(streaming)
scratch b16: atomic i64[32] @live
shared b17: u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = abs((fixed_f32[x0 % 7] * unbits(0xca69552cu32)))
var v3 = (rotl(SUM, u64_at(bytes, fixed_i64[0] % 41)) % 5 == 2)
v3 = (fixed_i64[(true ? wid.z : p_u32) % 7] <= (v3 ? fixed_i64[popcount(x0) % 7] : fixed_i64[(bytes[p_u32 % 41] - b10[p_u32 % 6, 1]) % 7]))
v2 *= max(fma(1.5f32, floor(fixed_f32[b0[p_u32 % 33] % 7]), (p_bool ? p_f32 : p_f32)), ((u32_at(bytes, (x0 & x0) % 41) % 2 != 2) ? (v2 - fixed_f32[x0 % 7]) : min(fixed_f32[b10[p_u32 % 6, 1] % 7], v2)))
return (v3 ? popcount(b10[x0 % 6, 1]) : (x0 ^ x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_max(i64(fixed_f32[b10[4, 1] % 7]))
let v5 = subgroup_scan_and(bool(u32_at(bytes, b17[here] % 41)))
let v6 = subgroup_scan_and(b17[here])
let v7 = subgroup_scan_and((p_bool ? b13[me] : fixed_i32[me + 0]))
let v8 = subgroup_scan_and(u64(abs(v6)))
let v9 = subgroup_scan_and(v4)
let v10 = subgroup_scan_or(v5)
let v11 = subgroup_scan_or((ctz(v6) % clamp(p_u32, v6, p_u32)))
let v12 = subgroup_scan_or(i32(-2147483648))
let v13 = subgroup_scan_or(v8)
let v14 = subgroup_scan_or(clz(v9))
let v15 = atomic_add(b16[me], v9)
atomic_sub(b15[b10[p_u32 % 6, 1] % 3], clamp((v7 - v7), v7, rotl(v7, b12[me])), acq_rel, workgroup)
var v16 = workgroup_broadcast((fixed_bool[u32_at(bytes, 19) % 10] ? fixed_f64[v11 % 11] : fixed_f64[4294967295u32 % 11]), 4294967295u32 % 2)
v16 = fma(clamp(fixed_f64[u32_at(bytes, 35) % 11], unbits(0xfff0000000000000u64), v16), (v16 / fixed_f64[v7 % 11]), round(v16))
b17[here] = u32(v16)
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
