// Program 160 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 160
program conform_160
workgroup 32, 1, 1
grid 1024, 1, 1
param p_bool: bool = false
param p_u32: u32 = 21
param p_i32: i32 = -18
param p_u64: u64 = 32
param p_i64: i64 = -19
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[1024]
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[8] @axis(0)
in fixed_i64: i64[6]
in fixed_f32: f32[4]
in fixed_f64: f64[3] @cache(random)
uniform b10: i8[7]
scratch b11: u8[1026, 2] @live
inout b12: u16[1025]
persistent b13: atomic u32[4]
scratch b14: atomic i64[1024]
shared b15: u32[32]
shared b16: f64[32]
shared b17: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = f64(unbits(TABLE[p_u32 % 10]))
for k3 in fixed_i64[127u32 % 7] % 3..rotl(4294967296i64, fixed_i32[b0[990] % 9]) % 6 step p_i64 % 2 {
if ((fixed_bool[clz(b0[730]) % 10] ? fixed_bool[b0[p_u32 % 1025] % 10] : fixed_bool[x0 % 10]) || bool(x0)) { break }
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_shuffle(fixed_f32[(63u64 + u64_at(bytes, p_u32 % 41)) % 5], (p_u32 ^ b12[me]) % 40)
let v5 = subgroup_shuffle(fixed_f64[33u32 % 4], rotl(2147483647u32, 255i32) % 40)
let v6 = subgroup_add(b0[me + 1])
let v7 = subgroup_add(fixed_i32[me + 2])
let v8 = subgroup_add(p_u64)
let v9 = subgroup_add(atomic_or(b14[me], 0i64, acquire, system))
let v10 = subgroup_add((-f32(p_u32)))
let v11 = subgroup_add(v5)
let v12 = subgroup_min(v6)
let v13 = subgroup_min(v7)
let v14 = subgroup_min(u64_at(bytes, v6 % 41))
let v15 = atomic_max(b14[me], v9)
region "r16" {
var v17 = ((fixed_bool[v6 % 10] ^ p_bool) ? (v7 << i32(p_i64)) : (i32(v14) * (p_i32 | v7)))
v17 >>= subgroup_or((v13 | i32(fixed_bool[me + 0])))
}
let v18 = grid_iscan_add(i32((p_bool ? fixed_f32[p_u64 % 5] : v4)))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v18)
