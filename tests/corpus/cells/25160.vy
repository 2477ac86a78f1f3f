// Program 25160 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25160
program conform_25160 service
workgroup 255, 1, 1
grid 492, 1, 1
param p_bool: bool = false
param p_u32: u32 = 24
param p_i32: i32 = 15
param p_u64: u64 = 27
param p_i64: i64 = -28
param p_f32: f32 = 3.25
param p_f64: f64 = -7.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[510]
out b1: u32[510]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[6]
in fixed_i32: i32[3]
in fixed_u64: u64[6]
in fixed_i64: i64[9] @axis(0)
uniform fixed_f32: f32[4] @cache(temporal)
in fixed_f64: f64[4]
in o10_6: u8[]
persistent o11_509: u16[]
inout b12: i8[510, 2]
persistent b13: bool[511, 3]
scratch b14: atomic u64[1]
inout o15_510: atomic u64[]
mapped b16: f64[510]
mapped b17: u32[510] @cache(random)
mapped b18: atomic u64[510]
shared b19: u32[255]
shared b20: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: f32[1]
a2[3u32 % 1] = f32((fixed_bool[4294967295u32 % 12] ? fixed_bool[me + 2] : p_bool))
let v3 = a2[u32(x0) % 1]
if (u32(b0[b0[p_u32 % 511] % 511]) % 4 != 2) {
o11_509[me] += (fixed_bool[me + 2] ? (x0 ^ x0) : u32(-0.0f64))
} else {
}
return u32(clamp(fixed_i64[abs(64u32) % 10], p_i64, 32i64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_and(fixed_i32[u64_at(bytes, 31) % 4])
let v5 = subgroup_iscan_and((atomic_max(o15_510[me], u64_at(bytes, 18), release, system) & atomic_and(o15_510[me], 18446744073709551615u64)))
let v6 = subgroup_iscan_and(p_i64)
let v7 = subgroup_iscan_or(b13[me, 7u32 % 3])
let v8 = subgroup_iscan_or(clamp(o10_6[2u32 % 7], b0[me + 2], b19[here]))
let v9 = subgroup_iscan_or(v4)
let v10 = subgroup_iscan_or(fixed_u64[min(v8, v8) % 7])
let v11 = subgroup_iscan_or(v6)
let v12 = subgroup_iscan_xor(v7)
let v13 = subgroup_iscan_xor(max(v8, v8))
let v14 = subgroup_iscan_xor(reverse(2147483647i32))
let v15 = atomic_or(o15_510[me], u64_at(bytes, 9), release)
b14[v8 % 2] -= reverse(0u64)
fixpoint k17 in 0..2 {
each i in 0..2, j in 0..255 {
}
if k17 < 2 && (unbits(u64_at(bytes, v8 % 41)) == f64(fixed_f32[v8 % 5])) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
