// Program 85808 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 85808
program conform_85808
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 12
param p_i32: i32 = -17
param p_u64: u64 = 35
param p_i64: i64 = -24
param p_f32: f32 = 5.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31] @cache(temporal)
out b1: u32[31]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[4]
in fixed_u32: u32[9]
uniform fixed_i32: i32[8]
in fixed_u64: u64[10]
uniform fixed_i64: i64[5] @align(4)
in fixed_f32: f32[4]
uniform fixed_f64: f64[4]
in b10: u16[1, 3]
out b11: i8[31, 3]
out b12: f64[31, 1]
scratch b13: f64[31, 1] @live
scratch b14: atomic i64[3] @live
out b15: atomic i32[31]
shared b16: u32[1]
shared b17: i16[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[124] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = (u64(fixed_f64[b10[p_u32 % 2, 1] % 5]) & (fixed_u64[(fixed_bool[p_u32 % 5] ? x0 : x0) % 11] ^ fixed_u64[(true ? p_u32 : x0) % 11]))
v2 += fixed_u64[y1 % 11]
for k3 in i64(fixed_f32[max(p_i64, i64(-9223372036854775808)) % 5]) % 3..p_i64 % 6 step rotl(fixed_i64[fixed_i32[p_u32 % 9] % 6], fixed_i64[x0 % 6]) % 3 {
var v4 = f64((u64_at(bytes, x0 % 41) / (256u64 | fixed_u64[2147483647u32 % 11])))
v4 += ((fixed_f64[p_u32 % 5] / v4) - f64(3i64))
}
return (u32(p_f64) | min(TABLE[y1 % 10], wid.y))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_shuffle(bool((fixed_bool[(p_u32 << b17[here]) % 5] ? fixed_i64[b10[p_u32 % 2, 1] % 6] : p_i64)), 5u32 % 40)
let v6 = subgroup_shuffle(p_u32, 5u32 % 40)
let v7 = subgroup_shuffle(clamp((~b11[me, 1]), i32(p_u32), p_i32), p_u32 % 40)
let v8 = subgroup_shuffle(((v5 & v5) ? fixed_u64[u32(p_bool) % 11] : (~fixed_u64[33u32 % 11])), ctz(b16[here]) % 40)
let v9 = subgroup_shuffle(mulhi(fixed_i64[me + 1], reverse(fixed_i64[1217153765u64 % 6])), (v5 ? 64u32 : u32_at(bytes, p_u32 % 41)) % 40)
let v10 = subgroup_shuffle(max(p_f32, unbits(0x7f800000u32)), v6 % 40)
let v11 = subgroup_shuffle(f64(256u32), v6 % 40)
let v12 = subgroup_add(b10[me + 2, 1])
let v13 = subgroup_add(v7)
let v14 = subgroup_add(u64(reverse(atomic_and(b15[me], v13, acquire, workgroup))))
let v15 = subgroup_add(fixed_i64[u32(v14) % 6])
let v16 = atomic_compare_exchange(b15[me], v13, v13, acquire)
atomic_add(b14[v6 % 4], (abs(fixed_i64[v12 % 6]) ^ v9), acq_rel)
b16[here] += (bool(fixed_f64[2147483647u32 % 5]) ? workgroup_scan_max(v12) : u32(p_f64))
b17[here] += ((false ? v16 : v16) | (p_i32 * v16))
fixpoint k18 in 1..3 {
if k18 < 3 && (v5 | (p_u64 > u64_at(bytes, 2106519714i64 % 41))) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
