// Program 9448 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9448
program conform_9448
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = -11
param p_u64: u64 = 11
param p_i64: i64 = -14
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31] @cache(temporal)
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[4]
in fixed_i32: i32[9]
in fixed_u64: u64[11]
uniform fixed_i64: i64[11] @cache(streaming)
in fixed_f32: f32[3] @cache(random)
uniform fixed_f64: f64[10]
in b10: u16[7, 2] @axis(0)
scratch b11: f64[32, 3] @live @align(4)
scratch b12: bool[33, 3]
scratch b13: u16[32, 3] @live
out b14: u8[len(b0), 3]
inout b15: atomic u32[3]
scratch b16: atomic u64[31] @live
shared b17: u32[1]
shared b18: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_add(fixed_f32[len(b0) % 4])
let v1 = subgroup_add(p_f64)
let v2 = subgroup_min(b13[me, clz(p_u32) % 3])
let v3 = subgroup_min((fixed_i32[me + 2] >> fixed_u64[b0[me + 2] % 12]))
let v4 = subgroup_min(atomic_xor(b16[me], 1563678737u64))
let v5 = subgroup_min(fixed_i64[u32(v2) % 12])
let v6 = subgroup_min(unbits(0xc42884c6u32))
let v7 = subgroup_min(fixed_f64[me + 0])
let v8 = subgroup_max(v2)
let v9 = subgroup_max((v3 * 2147483647i32))
let v10 = subgroup_max(u64((~v3)))
atomic_store(b16[me], (bits(v7) / (v10 * fixed_u64[u32(v4) % 12])))
atomic_sub(b15[v8 % 4], bits(v0))
let v11 = ((fixed_bool[(p_i32 << 4294967295u64) % 6] || fixed_bool[SUM % 6]) ? workgroup_scan_add(v8) : workgroup_iscan_min(u32(v3)))
each i in 0i64..31 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
