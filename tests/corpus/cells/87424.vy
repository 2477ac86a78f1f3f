// Program 87424 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 87424
program conform_87424 service
workgroup 64, 1, 1
param p_grid: u32 = 255
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = 11
param p_u64: u64 = 16
param p_i64: i64 = -6
param p_f32: f32 = 2.25
param p_f64: f64 = -0.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @binding(7)
out b1: u32[256] @binding(14) @cache(temporal)
in bytes: u8[40] @binding(21) @cache(temporal)
in fixed_bool: bool[3] @binding(28)
uniform fixed_u32: u32[6] @binding(35)
in fixed_i32: i32[10] @binding(5)
in fixed_u64: u64[4] @binding(12)
in fixed_i64: i64[6] @binding(19)
in fixed_f32: f32[9] @binding(26)
in fixed_f64: f64[9] @binding(33)
uniform b10: u8[1, 1] @binding(3)
out b11: bool[257] @binding(10)
scratch b12: u16[257] @live @binding(17)
scratch b13: u32[256] @binding(24)
out b14: atomic u32[3] @binding(31)
persistent b15: atomic u64[len(b0)] @binding(1)
mapped b16: i32[256] @binding(8)
mapped b17: u16[255] @binding(15) @align(2)
mapped b18: atomic u32[256] @binding(22) @axis(0)
shared b19: u32[64] @binding(29)
shared b20: u64[64] @binding(36)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle((7i32 / fixed_i32[me + 2]), 31u32 % 40)
let v1 = subgroup_shuffle(atomic_load(b15[me], relaxed), b0[165] % 40)
let v2 = subgroup_shuffle((fixed_i64[me + 1] | 255i64), b13[me] % 40)
let v3 = subgroup_shuffle(fixed_f32[fixed_i64[2] % 10], u32(v1) % 40)
let v4 = subgroup_shuffle(p_f64, 2147483647u32 % 40)
let v5 = subgroup_add(abs(b12[me]))
let v6 = subgroup_add(b16[me])
let v7 = subgroup_add(v1)
let v8 = subgroup_add(clz(ctz(fixed_i64[me + 1])))
let v9 = subgroup_add((v3 - ceil(v3)))
let v10 = subgroup_add(v4)
let v11 = atomic_exchange(b15[me], u64_at(bytes, 25), release, device)
b19[here] = workgroup_iscan_or(b17[me])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
