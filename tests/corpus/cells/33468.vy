// Program 33468 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33468
program conform_33468
workgroup 64, 1, 1
grid 98, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = 5
param p_u64: u64 = 3
param p_i64: i64 = -37
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128] @binding(7) @cache(temporal)
out b1: u32[128] @range(85, 5) @binding(14) @cache(random)
in bytes: u8[40] @binding(21)
uniform fixed_bool: bool[10] @binding(28)
in fixed_u32: u32[3] @binding(35)
in fixed_i32: i32[4] @binding(5)
in fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[11] @binding(19)
in fixed_f32: f32[10] @binding(26) @cache(temporal)
in fixed_f64: f64[6] @binding(33)
uniform b10: u16[8, 3] @binding(3)
out b11: i64[len(b0)] @binding(10) @axis(0)
persistent o12_381: u16[, 3] @binding(17) @align(8)
out b13: i16[129, 3] @binding(24)
inout b14: i64[130] @binding(31)
out b15: atomic u64[1] @binding(1)
scratch b16: atomic u64[128] @binding(8)
shared b17: u32[64] @binding(15)
shared b18: f32[64] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((~b10[x0 % 9, 1]) % 5 == 1)
v2 = (bits(fixed_f32[i32(p_i32) % 11]) % 4 >= 2)
block l3 {
var a4: f64[3]
a4[x0 % 3] = unbits(0x43e0000000000000u64)
let v5 = a4[x0 % 3]
if bool((v2 | v2)) { leave l3 }
}
return ((true ? fixed_bool[127u32 % 11] : fixed_bool[me + 1]) ? (v2 ? x0 : b10[me + 0, 1]) : max(bytes[me + 1], u32_at(bytes, x0 % 41)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_iscan_xor((fixed_bool[fixed_u32[me + 2] % 11] | fixed_bool[7u64 % 11]))
let v7 = workgroup_iscan_xor((p_u32 << atomic_sub(b16[me], 255u64, release)))
let v8 = workgroup_iscan_xor(b13[me, b17[here] % 4])
let v9 = atomic_max(b16[me], 1u64)
b17[here] = b0[p_u32 % 129]
let v10 = b13[me, clz(v7) % 3]
block l11 {
if ((v6 ^ v6) ^ bool(7u32)) {  }
}
atomic_add(b15[(~v7) % 2], u64(fixed_bool[min(u64_at(bytes, 4), v9) % 11]))
b15[(v6 ? 2147483648u32 : fixed_u32[p_u32 % 4]) % 2] -= popcount(v9)
if ((fixed_bool[3u32 % 11] && fixed_bool[p_u32 % 11]) || true) {
if grid_and((v9 < atomic_min(b16[me], v9, relaxed, system))) {
var a12: f64[2]
a12[b1[me] % 2] = fixed_f64[u32_at(bytes, 9) % 7]
let v13 = a12[u32(-1.0f32) % 2]
var v14 = (bool((true && fixed_bool[64u32 % 11])) ? ceil_div((fixed_bool[min(6796525i64, 4294967296i64) % 11] ? b0[1117789778u32 % 129] : 4294967295u32), (b0[b10[p_u32 % 9, 1] % 129] / b0[510619346u32 % 129])) : popcount(u32(fixed_f32[ceil_div(2147483648u32, 64u32) % 11])))
v14 += (bool(fixed_bool[v14 % 11]) ? grid_add(v14) : (-b10[v14 % 9, (fixed_bool[7] ? v14 : b10[p_u32 % 9, 1]) % 3]))
let v15 = grid_iscan_xor(clamp(v8, (v8 * b13[me, v14 % 3]), (fixed_bool[me + 1] ? v8 : 3i32)))
a12[p_u32 % 3] += p_f64
}
block l16 {
b18[here] = (bool(v6) ? (fixed_f32[v9 % 11] * b18[here]) : (fixed_f32[v7 % 11] - fixed_f32[u64(v10) % 11]))
}
barrier grid
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
