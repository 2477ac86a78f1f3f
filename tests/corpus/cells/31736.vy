// Program 31736 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 31736
program conform_31736
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = true
param p_u32: u32 = 34
param p_i32: i32 = 18
param p_u64: u64 = 13
param p_i64: i64 = -34
param p_f32: f32 = 6.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
in fixed_bool: bool[6] @align(2)
in fixed_u32: u32[8]
in fixed_i32: i32[7]
in fixed_u64: u64[3]
in fixed_i64: i64[10]
in fixed_f32: f32[4]
in fixed_f64: f64[5]
in b10: f16[6, 1]
scratch b11: u8[7, 1]
scratch b12: u8[9, 3] @align(32)
persistent b13: f32[7]
out b14: atomic i64[2]
scratch b15: atomic i64[len(b0)]
shared b16: u32[7]
shared b17: i16[7]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f6[T: any](a: T, q: in T[]) -> T {
shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]
let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
t[me] = a == q[0] ? q[0] : a
barrier workgroup
let got = t[len(t) - 2 - me]
barrier workgroup
return got
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max(fixed_u64[63u32 % 4])
let v1 = subgroup_max(p_i64)
let v2 = subgroup_max(unbits(b16[here]))
let v3 = subgroup_max(unbits(0x7c0e771325c82675u64))
let v4 = subgroup_and(p_bool)
let v5 = subgroup_and(u32_at(bytes, 1u32 % 41))
let v6 = subgroup_and(p_i32)
let v7 = subgroup_and(fixed_u64[me & 3])
let v8 = subgroup_and(v1)
let v9 = subgroup_or((v5 % 4 == 1))
let v10 = subgroup_or(rotl(v5, fixed_u64[me & 7]))
let v11 = atomic_sub(b15[me], v8, release)
var a12: f32[5]
a12[2] = (fixed_bool[me & 1] ? v2 : v2)
let v13, v14 = f2(a12, (v10 >> b11[me, 0]) % 14)
let v15 = f4(fixed_f32[me & 1], a12, (*))
let v16 = f6(clamp(v13, 2.5f32, a12[255i32 % 6]), a12)
let v17 = f6(v13, a12)
f3(b1[me..me + 2], v5)
for k18 in clz(len(b0)) % 2..2 + subgroup_add((u32_at(bytes, p_u32 % 41) + b0[gid.z % 8])) % 3 {
region "r19" {
var w20 = 2
while w20 > 0 && (w20 % 3 == 2 || (v4 && subgroup_any(bool(p_u64)))) {
w20 -= 1
}
}
}
let v21 = (fixed_bool[u32_at(bytes, 38) % 7] ? workgroup_scan_max((v8 | i64(lid.z))) : workgroup_scan_min(v11))
let v22 = ((fixed_bool[p_u32 % 7] || fixed_bool[128u32 % 7]) ? grid_scan_xor(fixed_bool[me & 3]) : grid_iscan_and(v4))
for k23 in 120726038u32 % 2..1 + (fixed_bool[904028243u32 % 7] ? 4294967295u32 : 2147483648u32) % 3 step 1 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(bits(v2)) + u32(bits(v3) >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[2])) + u32(bits(v13)) + u32(v14) + u32(bits(v15)) + u32(bits(v16)) + u32(bits(v17)) + u32(v21) + u32(v22)
