// Program 48 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 48
program conform_48
workgroup 5, 1, 1
grid 2, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 11
param p_u64: u64 = 30
param p_i64: i64 = -5
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[5]
out b1: u32[5]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[7]
uniform fixed_i32: i32[8]
uniform fixed_u64: u64[9]
in fixed_i64: i64[3]
in fixed_f32: f32[7]
in fixed_f64: f64[6]
uniform b10: u16[3, 2]
out b11: i8[6, 3] @range(3, 3)
scratch b12: i8[5] @live
out b13: u32[5]
scratch b14: atomic i64[1]
out b15: atomic i64[5]
shared b16: u32[5]
shared b17: f32[5] @align(32)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: f32[1]
a2[b10[p_u32 % 4, 1] % 1] = ((fixed_bool[min(fixed_u64[p_u32 % 10], p_u64) % 6] ? fixed_bool[x0 % 6] : fixed_bool[5i64 % 6]) ? floor(p_f32) : (fixed_bool[fixed_i64[2] % 6] ? fixed_f32[fixed_u32[p_u32 % 8] % 8] : fixed_f32[i64(127u32) % 8]))
let v3 = a2[x0 % 1]
a2[x0 % 1] += f32((fixed_f64[x0 % 7] - p_f64))
a2[x0 % 1] = trunc(f32(p_f64))
return clz(b0[x0 % 6])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_min(fixed_u64[(b16[here] * p_u32) % 10])
let v5 = subgroup_iscan_min(fixed_i64[me + 2])
let v6 = subgroup_iscan_max(u32(p_bool))
let v7 = subgroup_iscan_max(fixed_i32[v6 % 9])
let v8 = subgroup_iscan_max(v4)
let v9 = subgroup_iscan_max((v5 | v5))
let v10 = subgroup_iscan_and(bool(p_f32))
let v11 = subgroup_iscan_and(v6)
let v12 = subgroup_iscan_and((v10 ? p_i32 : v7))
let v13 = subgroup_iscan_and(mulhi(v8, v8))
let v14 = subgroup_iscan_and(atomic_xor(b15[me], v9, acq_rel, workgroup))
let v15 = atomic_xor(b15[me], v14)
atomic_add(b14[v11 % 2], abs(min(p_i64, v14)), acquire, workgroup)
let v16 = grid_scan_min(p_i32)
b11[me, 1] += min(i32(unbits(0x807fffffu32)), (v10 ? v16 : v16))
b1[me] += reverse(v6)
b1[me] = ((!(p_u32 % 5 != 1)) ? rotl((255u32 / v6), u32(fixed_i32[me + 2])) : u32((-0.1f64 == fixed_f64[len(b1) % 7])))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
