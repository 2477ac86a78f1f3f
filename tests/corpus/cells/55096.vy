// Program 55096 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55096
program conform_55096 service
workgroup 8, 4, 1
grid 24, 8, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 10
param p_u64: u64 = 2
param p_i64: i64 = -29
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @axis(0)
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[10]
uniform fixed_u64: u64[6]
in fixed_i64: i64[3]
in fixed_f32: f32[9]
uniform fixed_f64: f64[6]
in o10_4: u8[, 1]
scratch b11: i16[194]
scratch b12: bool[191, 2] @live
scratch b13: u16[194] @live
out b14: atomic i32[2]
persistent b15: atomic u32[192]
mapped b16: u32[192]
mapped b17: i64[192] @axis(0)
mapped b18: atomic u32[len(b0)]
shared b19: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_xor(p_bool)
let v1 = subgroup_scan_xor(rotl(p_u32, fixed_i64[me + 1]))
let v2 = subgroup_scan_xor(b11[me])
let v3 = subgroup_scan_xor((clock() * 0))
let v4 = subgroup_scan_xor(popcount(fixed_i64[reverse(v1) % 4]))
let v5 = subgroup_iscan_add(v1)
let v6 = subgroup_iscan_add(fixed_i32[v1 % 11])
let v7 = subgroup_iscan_add(reverse((v3 * v3)))
let v8 = subgroup_iscan_add(v4)
let v9 = subgroup_iscan_min((clz(TABLE[o10_4[p_u32 % 5, 0] % 10]) + reverse(32u32)))
let v10 = subgroup_iscan_min(v6)
let v11 = atomic_compare_exchange(b15[me], subgroup, b13[me])
var a12: f64[5]
a12[2] = p_f64
let v13, v14 = f2(a12, o10_4[me + 2, 0] % 14)
f3(b1[me..me + 2], u32(min(v4, 2i64)))
pause()
atomic_add(b14[ceil_div(b16[me], u32_at(bytes, 1)) % 3], ((v0 ? v6 : v10) * v2), release, workgroup)
b19[here] = (p_bool ? workgroup_load(b19[u32(256i32) % 33]) : workgroup_scan_xor(v9))
let v15 = grid_load(b19[4294967294u32 % 33])
let v16 = grid_add((round(fixed_f32[v1 % 10]) * (fixed_f32[me + 2] + p_f32)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[2]) + u32(v13) + u32(v14) + u32(v15) + u32(v16)
