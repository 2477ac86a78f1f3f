// Program 6152 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6152
program conform_6152
workgroup 2, 3, 1
grid 340, 1, 1
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = -12
param p_u64: u64 = 30
param p_i64: i64 = -24
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1020]
out b1: u32[1020]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[8]
in fixed_i32: i32[7]
uniform fixed_u64: u64[4]
uniform fixed_i64: i64[7]
in fixed_f32: f32[3]
in fixed_f64: f64[7]
in b10: i16[1, 1] @axis(0)
out b11: u32[1021]
inout b12: i64[1020, 3]
out b13: u16[1020]
inout b14: atomic u32[3]
inout b15: atomic u64[1020]
shared b16: u32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (bool(fixed_f64[x0 % 8]) ? (p_bool && fixed_bool[(-3u32) % 8]) : (fixed_f32[bits(-0.1f32) % 4] > p_f32))
var v3 = i64((fixed_bool[x0 % 8] ? 9223372036854775807i64 : fixed_i64[clamp(x0, x0, b0[750]) % 8]))
v3 += (max(v3, v3) & (v3 & v3))
return u32((v2 ? fixed_f32[ctz(x0) % 4] : fixed_f32[(b0[934] & x0) % 4]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_or(((!fixed_bool[popcount(b1[me]) % 8]) == fixed_bool[149002154u32 % 8]))
let v5 = subgroup_or(b11[me])
let v6 = subgroup_or(0i32)
let v7 = subgroup_or((fixed_u64[(p_u32 - v5) % 5] + fixed_u64[2147483648u32 % 5]))
let v8 = subgroup_or(rotl(clz(fixed_i64[p_u32 % 8]), (v4 ? u64_at(bytes, u32(-3.0f64) % 41) : u64_at(bytes, (u32_at(bytes, p_u32 % 41) * grid_size.y) % 41))))
let v9 = subgroup_xor(((fixed_bool[me + 0] || v4) ? v4 : (b12[me, 1] > p_i64)))
let v10 = subgroup_xor(v5)
let v11 = subgroup_xor(7i32)
let v12 = subgroup_xor((fixed_bool[me + 0] ? u64_at(bytes, p_u32 % 41) : v7))
let v13 = subgroup_xor(v8)
let v14 = subgroup_scan_add(v10)
let v15 = atomic_or(b15[me], u64_at(bytes, p_u32 % 41))
b14[1123683739u32 % 4] += wid.z
let v16 = grid_scan_or(v6)
var a17: bool[5]
a17[u32(v16) % 6] = workgroup_xor(v4)
let v18 = a17[u32(fixed_f32[p_u32 % 4]) % 5]
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(a17[2]) + u32(v18)
