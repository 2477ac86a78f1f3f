// Program 5208 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5208
program conform_5208
workgroup 8, 4, 1
grid 30, 8, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = 12
param p_u64: u64 = 17
param p_i64: i64 = -15
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256] @range(111, 420)
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[8]
in fixed_i32: i32[5]
in fixed_u64: u64[7]
in fixed_i64: i64[8]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: i16[7] @cache(temporal)
out b11: u32[257]
scratch b12: i16[257] @live
inout b13: f32[256]
inout b14: u8[257]
persistent b15: atomic i32[4]
persistent b16: atomic i32[256]
shared b17: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_and(x0)
var v3 = abs(f64(fixed_f64[fixed_u32[p_u32 % 9] % 6]))
v3 = (fixed_bool[rotl(v2, 9223372036854775807i64) % 5] ? v3 : f64(b13[me]))
v3 += (fma(min(fixed_f64[x0 % 6], v3), f64(y1), 0.1f64) + (-f64(b0[v2 % 257])))
var w4 = 0
loop {
w4 += 1
if w4 > 2 { break }
if (fixed_bool[2147483648u32 % 5] || (false || fixed_bool[2147483648u32 % 5])) {
break
}
if bool((fixed_bool[2147483648u32 % 5] ? b0[2147483648u32 % 257] : b0[b0[142] % 257])) {
break
}
}
return len(b1)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(u32(fixed_bool[64u32 % 5]), ctz(fixed_i32[2147483647u32 % 6]))
let v6 = subgroup_scan_xor((~b15[v5 % 5]))
let v7 = subgroup_scan_xor(clz(1u64))
let v8 = subgroup_scan_xor(rotr(fixed_i64[mulhi(v7, v7) % 9], v6))
let v9 = subgroup_iscan_add(v5)
let v10 = subgroup_iscan_add(i32(v7))
let v11 = subgroup_iscan_add(u64(f64(v9)))
let v12 = subgroup_iscan_add(fixed_i64[(fixed_u32[me + 1] + b11[me]) % 9])
let v13 = subgroup_iscan_min(((fixed_bool[v5 % 5] && fixed_bool[(v9 | v9) % 5]) ? (p_bool ? v9 : b14[(~v9) % 258]) : abs(b11[me])))
let v14 = subgroup_iscan_min(v6)
let v15 = subgroup_iscan_min((fixed_bool[me + 1] ? v7 : v11))
let v16 = subgroup_iscan_min(clamp((v8 >> v13), rotl(fixed_i64[(4294967295u32 << b14[p_u32 % 258]) % 9], v15), fixed_i64[v9 % 9]))
let v17 = atomic_min(b16[me], b10[p_u32 % 8], relaxed, device)
atomic_store(b16[me], b12[v17 % 258], release)
let v18 = ((!fixed_bool[(false ? 64u32 : 0u32) % 5]) ? grid_scan_xor((bits(fixed_f32[p_u32 % 6]) % 3 == 2)) : grid_iscan_or(((fixed_bool[33u32 % 5] ? bytes[me + 1] : v5) % 5 >= 1)))
each i in 0u32..256 {
b11[i] += (reverse(lid.z) ^ TABLE[v9 % 10])
atomic_store(b16[i], i32(u64(v9)), release, device)
if ((v18 && fixed_bool[popcount(lid.x) % 5]) | false) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18)
