// Program 56 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 56
program conform_56
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = 15
param p_u64: u64 = 18
param p_i64: i64 = -7
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[7]
in fixed_i32: i32[11] @cache(streaming)
in fixed_u64: u64[6] @align(256)
in fixed_i64: i64[9]
uniform fixed_f32: f32[8] @align(256) @cache(streaming)
in fixed_f64: f64[7]
uniform b10: i8[3, 1]
persistent b11: u32[99]
out b12: u32[100, 3, 1]
scratch b13: bool[100]
persistent b14: atomic u32[1]
persistent b15: atomic u32[99]
shared b16: u32[33]
shared b17: u32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_or((fixed_f64[me & 1] < fixed_f64[me & 7]))
let v1 = subgroup_iscan_or(u32(fixed_i32[p_u32 % 12]))
let v2 = subgroup_iscan_or(fixed_i32[me & 7])
let v3 = subgroup_iscan_or(u64(lane))
let v4 = subgroup_iscan_or(fixed_i64[me & 3])
let v5 = subgroup_iscan_xor(v0)
let v6 = subgroup_iscan_xor((v5 ? b11[me] : u32_at(bytes, bytes[me + 1] % 41)))
let v7 = subgroup_iscan_xor(clz(v2))
let v8 = subgroup_iscan_xor(u64(i64(lid.x)))
let v9 = subgroup_iscan_xor(i64(u32_at(bytes, u32(p_i64) % 41)))
let v10 = subgroup_any(v5)
let v11 = atomic_sub(b15[me], v1, relaxed, system)
var a12: bool[4]
a12[2] = v0
let v13, v14 = f2(a12, rotr(v1, i32(gid.x)) % 14)
f3(b1[me..me + 2], ((v13 ? b13[me] : v10) ? u32(u64(wid.x)) : v1))
barrier workgroup
async_copy(b16, 0, b0, b0[p_u32 % 100] % 100, 20)
wait()
barrier workgroup
a12[b11[me] % 4] = v13
b14[(u32_at(bytes, 15) % b11[me]) % 2] -= u32((v0 ? p_i32 : v7))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(a12[2]) + u32(v13) + u32(v14)
