// Program 3640 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3640
program conform_3640
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = -7
param p_u64: u64 = 2
param p_i64: i64 = -15
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[4]
in fixed_i32: i32[10]
in fixed_u64: u64[4]
in fixed_i64: i64[8] @axis(0)
in fixed_f32: f32[11]
in fixed_f64: f64[7] @align(8)
in b10: i8[4]
scratch b11: u32[33, 3]
inout o12_31: u64[, 1]
scratch b13: u16[32] @live
scratch b14: u64[33]
inout b15: atomic i64[1]
out b16: atomic u32[31]
shared b17: u32[31]
shared b18: i16[31]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_min(u32(fixed_i32[wid.y % 11]))
let v3 = f32(round(3.0f32))
var a4: u64[4]
a4[u32_at(bytes, 24) % 4] = a4[b11[me, 1] % 5]
let v5 = a4[x0 % 4]
a4[workgroup_size.x % 4] = u64((y1 > y1))
return u32(max(fixed_f64[u32(p_i64) % 8], fixed_f64[i64(unbits(0x1u32)) % 8]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = subgroup_min(round(-2.5f32))
let v7 = subgroup_min(round(f64(workgroup_size.y)))
let v8 = subgroup_max(mulhi(b11[me, 1], atomic_or(b16[me], 4294967294u32, release, workgroup)))
let v9 = subgroup_max(fixed_i32[me + 0])
let v10 = subgroup_max(o12_31[me, b11[me, 1] % 1])
let v11 = subgroup_max((true ? (fixed_i64[fixed_u32[p_u32 % 5] % 9] + fixed_i64[u32(v10) % 9]) : ctz(fixed_i64[me + 2])))
let v12 = subgroup_max(v6)
let v13 = subgroup_max(v7)
let v14 = subgroup_and(fixed_bool[me + 2])
let v15 = subgroup_and((v8 >> p_i32))
let v16 = subgroup_and(3i32)
atomic_store(b16[me], (1u32 >> (v9 >> v8)))
let v17 = (fixed_bool[b0[29] % 6] ? grid_broadcast(v10, 127u32 % 32) : grid_iscan_min(v10))
let v18 = ((fixed_u32[(fixed_bool[4] ? fixed_i64[1] : fixed_i64[p_u32 % 9]) % 5] % 2 != 1) ? workgroup_broadcast(fixed_f64[me + 0], len(b0) % 32) : (-1.0f64 - v13))
o12_31[me, mulhi(len(bytes), v8) % 1] ^= (v10 ^ ceil_div(v10, u64_at(bytes, p_u32 % 41)))
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18)
