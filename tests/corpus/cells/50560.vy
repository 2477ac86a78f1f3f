// Program 50560 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50560
program conform_50560
workgroup 32, 1, 1
grid 107, 1, 1
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 13
param p_u64: u64 = 22
param p_i64: i64 = -29
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[7]
in fixed_i32: i32[6]
in fixed_u64: u64[7]
uniform fixed_i64: i64[9]
in fixed_f32: f32[7]
uniform fixed_f64: f64[4]
in b10: i8[9, 1]
out b11: u16[130]
inout b12: u8[129, 1] @cache(random)
inout b13: f32[130, 2]
persistent b14: atomic i64[4] @axis(0)
out b15: atomic u32[128] @range(379, 2)
shared b16: u32[32]
shared b17: f32[32]
shared b18: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = clz((fixed_bool[x0 % 5] ? abs(y1) : clamp(y1, fixed_i32[lid.z % 7], y1)))
v2 += ((fixed_f64[x0 % 5] > fixed_f64[b0[p_u32 % 129] % 5]) ? max(b10[x0 % 10, 0], b10[u64(fixed_f64[p_u32 % 5]) % 10, 0]) : mulhi(v2, 1720087466i32))
v2 = i32(round(fixed_f32[x0 % 8]))
v2 = i32(min(fixed_i32[b0[p_u32 % 129] % 7], y1))
return u32(i64(b0[u32(320167060i64) % 129]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_scan_add(fixed_i32[256u32 % 7])
let v4 = subgroup_scan_add(bits(fixed_f64[b11[me] % 5]))
let v5 = subgroup_scan_add(9223372036854775807i64)
let v6 = subgroup_scan_min((-(b11[me] - b11[me])))
let v7 = subgroup_scan_min((fixed_bool[b12[me, 0] % 5] ? fixed_i32[v6 % 7] : fixed_i32[b0[p_u32 % 129] % 7]))
let v8 = subgroup_scan_min(v4)
let v9 = subgroup_scan_min(max(9223372036854775807i64, popcount(p_i64)))
let v10 = subgroup_scan_max(v6)
let v11 = subgroup_scan_max(i32(fixed_i32[me + 1]))
let v12 = subgroup_scan_max((v8 << v6))
let v13 = subgroup_scan_max((v5 & v9))
let v14 = atomic_xor(b15[me], fixed_u32[2])
atomic_sub(b14[u32(true) % 5], p_i64, acq_rel, workgroup)
let n15 = fixpoint k16 in 0..1 {
let v17 = i64((p_u64 + fixed_u64[fixed_i64[2] % 8]))
b14[(bytes[me + 2] % p_u32) % 5] -= (bool(v12) ? (v17 / 7i64) : i64(p_u64))
if k16 < 4 && (!(v10 % 4 >= 2)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(n15)
