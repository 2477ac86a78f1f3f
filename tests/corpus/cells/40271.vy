// Program 40271 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 40271
program conform_40271
workgroup 1, 1, 9
grid 3, 1, 27
param p_bool: bool = true
param p_u32: u32 = 19
param p_i32: i32 = 11
param p_u64: u64 = 27
param p_i64: i64 = -36
param p_f32: f32 = 4.25
param p_f64: f64 = -4.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[81]
out b1: u32[81] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[11]
uniform fixed_i32: i32[4]
in fixed_u64: u64[7]
in fixed_i64: i64[11]
uniform fixed_f32: f32[10]
in fixed_f64: f64[4]
in b10: u16[2, 1] @axis(0)
scratch b11: f64[82, 2] @live
scratch b12: u64[82] @live
scratch b13: atomic u32[1]
out b14: atomic i64[81]
shared b15: u32[9] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = (i64(p_i32) % fixed_i64[x0 % 12])
var v3 = (fixed_bool[x0 % 4] ? (y1 << x0) : (~fixed_i32[(fixed_bool[1] ? fixed_u64[4] : u64_at(bytes, p_u32 % 41)) % 5]))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_load(b10[popcount(b0[46]) % 3, 0])
let v5 = workgroup_load(fixed_i32[p_i64 % 5])
let v6 = workgroup_load(fixed_u64[reverse(4294967294u32) % 8])
let v7 = atomic_add(b14[me], (-1i64), relaxed, workgroup)
barrier grid
let v8 = workgroup_and(fixed_bool[me + 2])
let v9 = i32((p_i32 * fixed_i32[(fixed_i32[p_u32 % 5] % 1i32) % 5]))
fixpoint k11 in 0..0 {
b1[me] += k11
if k11 < 4 && v8 { again }
}
if bool(rotr(v6, fixed_u64[(p_u32 * p_u32) % 8])) {
let v12 = f0(clamp(ceil_div(v4, b1[me]), popcount(v4), v4), fixed_i32[v4 % 5])
} else if (u32(b11[me, 1]) % 3 < 2) {
let v13 = f0(u32((v7 ^ p_i64)), (ctz(fixed_i32[p_u32 % 5]) * v9))
}
if (fixed_f32[me + 1] <= f32(v9)) && me % 7 == 0 { return }
barrier grid
let v14 = ((fixed_u64[(fixed_bool[p_u32 % 4] ? TABLE[2] : 2147483647u32) % 8] != 4294967295u64) ? grid_load(fixed_f32[b0[62] % 11]) : f32(v8))
let v15 = (bool(p_bool) ? grid_iscan_max((~175409675u64)) : popcount(v6))
let v16 = ((p_i32 == v9) ? grid_xor((p_i64 & (v7 / 33i64))) : (true ? fixed_i64[2147483647u32 % 12] : p_i64))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v14) + u32(v15) + u32(v16)
