// Program 98936 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 98936
program conform_98936
workgroup 8, 4, 1
grid 24, 4, 1
param p_bool: bool = false
param p_u32: u32 = 4
param p_i32: i32 = 19
param p_u64: u64 = 32
param p_i64: i64 = -9
param p_f32: f32 = 1.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[5]
in fixed_i32: i32[6]
in fixed_u64: u64[9]
uniform fixed_i64: i64[5]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[7]
uniform o10_7: u8[]
inout b11: i32[96]
persistent b12: u8[len(b0), 2]
scratch b13: u32[98, 3] @axis(0)
scratch b14: u64[98, 3]
inout b15: u64[96]
inout b16: atomic u32[1]
persistent b17: atomic i32[96]
shared b18: u32[32]
shared b19: i32[32]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[384] @count(found)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_add(((fixed_bool[me & 3] | fixed_bool[me & 7]) ? (fixed_u64[me & 3] & b14[me, 1]) : b14[me, o10_7[me & 7] % 3]))
let v1 = subgroup_iscan_add((fixed_i64[me & 3] << 18446744073709551615u64))
let v2 = subgroup_iscan_min((bytes[me + 1] & b13[me, max(p_u32, 5u32) % 3]))
let v3 = subgroup_iscan_min(b11[me])
let v4 = subgroup_iscan_min(u64_at(bytes, 32u32 % 41))
let v5 = subgroup_iscan_min(v1)
let v6 = subgroup_iscan_max(((v2 / v2) | b18[here]))
let v7 = subgroup_iscan_max(i32((fixed_f32[me & 1] * fixed_f32[me & 3])))
let v8 = subgroup_iscan_max((max(v0, v4) << (fixed_bool[b12[me, 1] % 12] ? b11[me] : v3)))
let v9 = subgroup_iscan_max((fixed_bool[v6 % 12] ? v5 : v1))
let v10 = subgroup_iscan_and(fixed_bool[me & 1])
let v11 = atomic_and(b17[me], v3, relaxed, system)
var a12: f32[4]
a12[2] = unbits(v6)
let v13, v14 = f2(a12, (fixed_bool[me & 1] ? v2 : 3u32) % 14)
f3(b1[me..me + 2], u32((v10 ? v13 : fixed_f32[me & 1])))
barrier workgroup
async_copy(b19, 0, fixed_i32, 41301429u32 % 7, 2147483647u32 % 33)
wait()
if (true ? grid_all((v14 % 2 == 1)) : grid_or(true)) {
let v15 = ((fixed_bool[64u32 % 12] ? fixed_bool[o10_7[0] % 12] : fixed_bool[1u32 % 12]) ? grid_min(u32(sqrt(a12[v2 % 5]))) : grid_broadcast((v6 / v14), o10_7[5] % 97))
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(bits(a12[2])) + u32(bits(v13)) + u32(v14)
