// Program 71992 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 71992
program conform_71992
workgroup 5, 1, 1
grid 7, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = 18
param p_u64: u64 = 12
param p_i64: i64 = -19
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[4]
in fixed_i32: i32[4]
in fixed_u64: u64[8]
in fixed_i64: i64[8] @align(4)
in fixed_f32: f32[7] @align(256) @cache(streaming)
in fixed_f64: f64[7]
uniform b10: i16[7] @cache(streaming)
inout b11: i8[12, 2]
out b12: i8[11, 3] @range(9, 2)
inout b13: u32[12, 1]
out b14: f32[12, 1] @range(14, 28)
inout b15: atomic u64[4]
out b16: atomic i64[10] @range(59, 0)
shared b17: u32[5]
shared b18: u16[5]
shared b19: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: f32[5]
a2[p_u32 % 5] = clamp(clamp(fixed_f32[i64(-9223372036854775808) % 8], a2[63u32 % 6], p_f32), (fixed_f32[x0 % 8] + fixed_f32[4294967294u32 % 8]), fixed_f32[b0[6] % 8])
let v3 = a2[1009655847u32 % 5]
var w4 = 0
loop {
w4 += 1
if w4 > 4 { break }
if ((fixed_f64[x0 % 8] / fixed_f64[(fixed_u64[4] & 63u64) % 8]) == ceil(-0.0f64)) {
} else {
}
}
return max(u32(y1), p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_all(bool(p_f64))
let v6 = subgroup_broadcast(v5, mulhi(b0[2], 63u32) % 33)
let v7 = subgroup_broadcast(u32(b14[me, 0]), (0u32 + 3u32) % 33)
let v8 = subgroup_broadcast(i32(fixed_i32[rotr(fixed_u32[p_u32 % 5], b13[me, 0]) % 5]), (1604105140u32 - v7) % 33)
let v9 = subgroup_broadcast(fixed_u64[v7 % 9], 3u32 % 33)
let v10 = subgroup_broadcast(clz(atomic_and(b16[me], 3i64)), (~subgroup) % 33)
let v11 = subgroup_broadcast(f32(p_u64), clz(v7) % 33)
let v12 = subgroup_broadcast(fixed_f64[v7 % 8], (TABLE[p_u32 % 10] & v7) % 33)
let v13 = subgroup_load(fixed_bool[p_u32 % 11])
let v14 = subgroup_load(b0[(v13 ? v7 : b0[p_u32 % 11]) % 11])
let v15 = subgroup_load(fixed_i32[v14 % 5])
let v16 = atomic_compare_exchange(b16[me], v10, 256i64, acq_rel)
b15[clz(b1[me]) % 5] += v9
for k17 in -2..1 {
b15[128u32 % 5] += v9
if (p_bool & (b0[bits(unbits(0x807fffffu32)) % 11] % 4 != 1)) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
