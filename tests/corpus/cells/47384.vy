// Program 47384 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47384
program conform_47384
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = -12
param p_u64: u64 = 1
param p_i64: i64 = -27
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1] @binding(7)
out b1: u32[len(b0)] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[8] @binding(28) @align(8)
in fixed_u32: u32[10] @binding(35)
uniform fixed_i32: i32[11] @binding(5)
in fixed_u64: u64[6] @binding(12)
in fixed_i64: i64[10] @binding(19)
in fixed_f32: f32[3] @binding(26)
in fixed_f64: f64[4] @binding(33) @align(8) @cache(temporal)
uniform b10: i16[3] @binding(3)
scratch b11: f32[1, 1] @binding(10)
out b12: bool[2, 2] @binding(17)
inout b13: i8[1] @binding(24)
persistent b14: u64[1, 3] @binding(31)
inout b15: atomic u64[4] @binding(1)
persistent o16_1: atomic i64[] @binding(8) @cache(streaming) @axis(0)
shared b17: u32[1] @binding(15)
shared b18: i16[1] @binding(22)
shared b19: atomic u64[3] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_shuffle(min(u64(64i64), clamp(128u64, fixed_u64[me & 1], fixed_u64[me & 3])), b0[me & 7] % 40)
let v1 = subgroup_shuffle(atomic_exchange(o16_1[me], 0i64, acquire, system), 128u32 % 40)
let v2 = subgroup_shuffle(sqrt(fixed_f32[me & 3]), max(5u32, 2147483648u32) % 40)
let v3 = subgroup_shuffle(fixed_f64[me & 1], 512642363u32 % 40)
let v4 = subgroup_add(u32(v2))
let v5 = subgroup_add(b18[here])
let v6 = subgroup_add(v0)
let v7 = subgroup_add(31i64)
let v8 = subgroup_add(clamp(v2, f32(v5), (-v2)))
let v9 = subgroup_add(v3)
let v10 = subgroup_min(rotl(b1[me], (b12[me, b0[me & 7] % 2] ? u64_at(bytes, 64u64 % 41) : v6)))
let v11 = atomic_exchange(o16_1[me], p_i64, relaxed)
atomic_add(b15[v4 % 5], ceil_div(v0, b14[me, v10 % 3]), release, system)
if grid_any(((b12[me, 1] ? true : p_bool) | fixed_bool[p_u32 % 9])) {
let v12 = grid_load(b14[b0[p_u32 % 2] % 2, 1])
} else {
let v13 = grid_max((ctz(v5) + (-v5)))
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(bits(v2)) + u32(bits(v3)) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(bits(v8)) + u32(bits(v9) >> 32) + u32(v10) + u32(v11 >> 32)
