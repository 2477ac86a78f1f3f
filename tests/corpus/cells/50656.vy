// Program 50656 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50656
program conform_50656
workgroup 1, 1, 9
grid 1, 1, 36
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = -20
param p_u64: u64 = 14
param p_i64: i64 = -24
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
in fixed_bool: bool[4] @axis(0)
uniform fixed_u32: u32[6]
in fixed_i32: i32[9]
uniform fixed_u64: u64[5]
in fixed_i64: i64[4]
in fixed_f32: f32[5] @align(256)
in fixed_f64: f64[4] @cache(streaming)
uniform b10: i16[1, 3]
persistent b11: u64[37]
inout b12: f64[35, 2]
scratch b13: f64[38, 2] @live
persistent b14: i16[37, 1]
scratch b15: atomic i32[4] @live
inout b16: atomic u32[36]
shared b17: u32[9]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = min((fixed_i64[2147483648u32 % 5] + fixed_i64[y1 % 5]), rotr(p_i64, y1))
v2 = v2
v2 += ((fixed_bool[fixed_u32[3] % 5] | fixed_bool[(b0[27] + p_u32) % 5]) ? reverse(v2) : abs(v2))
v2 = (clz((7i64 << p_u64)) % ((false ? v2 : v2) ^ mulhi(64i64, fixed_i64[x0 % 5])))
return u32(u64(p_u64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_scan_xor((TABLE[2147483648u32 % 10] % 4 == 2))
let v4 = subgroup_scan_xor(p_u32)
let v5 = subgroup_scan_xor((fixed_i32[rotl(v4, 255u64) % 10] * 7i32))
let v6 = subgroup_scan_xor((u64(fixed_u64[me + 1]) ^ p_u64))
let v7 = subgroup_scan_xor(fixed_i64[me + 2])
let v8 = subgroup_iscan_add(reverse(ctz(atomic_load(b16[me], relaxed, device))))
let v9 = subgroup_iscan_add(p_i32)
let v10 = subgroup_iscan_add(u64(rotr(v7, v7)))
let v11 = subgroup_iscan_add(255i64)
let v12 = subgroup_iscan_min(881934446u32)
let v13 = subgroup_iscan_min(((false ? i32(-2147483647) : b10[v12 % 2, 1]) & (v9 >> 5i64)))
let v14 = atomic_sub(b16[me], v8, acq_rel, system)
b15[v12 % 5] += 5i32
let v15 = grid_broadcast(bool(v7), b0[8] % 37)
assert me < 9 || (bool(fixed_f64[v12 % 5]) | (p_bool & fixed_bool[p_u32 % 5])), "{}", (v15 ? fixed_f32[u32(fixed_f32[me + 2]) % 6] : p_f32)
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
