// Program 1240 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1240
program conform_1240
workgroup 33, 1, 1
param p_grid: u32 = 1022
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = 13
param p_u64: u64 = 34
param p_i64: i64 = -7
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023] @cache(streaming)
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[10]
in fixed_u64: u64[11]
in fixed_i64: i64[6]
in fixed_f32: f32[4]
in fixed_f64: f64[10]
uniform b10: i16[1, 2]
out b11: u32[1023] @range(2343, 853)
out b12: u16[1025, 2]
out b13: f32[1023]
persistent b14: atomic i32[4]
scratch b15: atomic i64[1023]
shared b16: u32[33]
shared b17: i8[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_min(atomic_xor(b15[me], 418632347i64, release))
let v1 = subgroup_scan_max(u32(p_bool))
let v2 = subgroup_scan_max(b10[bytes[me + 1] % 2, 1])
let v3 = subgroup_scan_max(p_u64)
let v4 = subgroup_scan_max(v0)
let v5 = subgroup_scan_and((64u32 % 2 == 1))
let v6 = subgroup_scan_and((v1 + b16[here]))
let v7 = subgroup_scan_and(fixed_i32[b11[me] % 11])
let v8 = subgroup_scan_and((v5 ? v3 : fixed_u64[TABLE[p_u32 % 10] % 12]))
let v9 = subgroup_scan_and(v0)
let v10 = subgroup_scan_or(v5)
let v11 = atomic_compare_exchange(b15[me], v9, v9)
var a12: u32[4]
a12[2] = (v10 ? p_u32 : p_u32)
let v13, v14 = f2(fixed_u32, b11[me] % 14)
f3(b1[me..me + 2], bits(f32(v5)))
let v15 = ((fixed_bool[(~1309282762i64) % 7] || fixed_bool[b0[p_u32 % 1024] % 7]) ? workgroup_min((fixed_f64[me & 1] / fixed_f64[u32_at(bytes, p_u32 % 41) % 11])) : workgroup_broadcast((fixed_f64[me & 1] + fixed_f64[me & 1]), 389014211u32 % 34))
var v16 = 2147483648u32
b16[here] += (true ? workgroup_iscan_and(lid.z) : workgroup_max(v6))
each i in 0i32..1023 {
if (clz(b0[i64(unbits(0x28b08277u32)) % 1024]) != (a12[v13 % 5] / fixed_u32[a12[p_u32 % 5] % 6])) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[2]) + u32(v13) + u32(v14) + u32(bits(v15) >> 32) + u32(v16)
