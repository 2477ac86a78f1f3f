// Program 37448 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 37448
program conform_37448
workgroup 31, 1, 1
grid 124, 1, 1
param p_bool: bool = true
param p_u32: u32 = 17
param p_i32: i32 = 13
param p_u64: u64 = 9
param p_i64: i64 = -20
param p_f32: f32 = 8.25
param p_f64: f64 = -0.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[124]
out b1: u32[124]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[7]
in fixed_i32: i32[8]
uniform fixed_u64: u64[10]
in fixed_i64: i64[3]
in fixed_f32: f32[7]
in fixed_f64: f64[7]
in b10: i8[8]
scratch b11: i64[124] @live
inout o12_126: f64[]
persistent o13_372: bool[, 3]
inout o14_252: f64[, 2]
persistent b15: i32[124, 3]
scratch b16: atomic u32[2]
scratch b17: atomic i32[124] @live @cache(streaming)
shared b18: u32[31]
shared b19: i64[31]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((-fixed_f64[u32(y1) % 8]) / p_f64)
if ((x0 % 3 >= 2) ? (16777217.0f32 != 0.0f32) : (fixed_f64[me & 1] < v2)) {
} else {
}
return ((x0 & x0) / x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_load(fixed_i32[ceil_div(1456498394u32, b0[37]) % 9])
let v4 = subgroup_load(fixed_u64[(v3 / 31i32) % 11])
let v5 = subgroup_load(fixed_i64[446663152u32 % 4])
let v6 = subgroup_load(fixed_f32[33u32 % 8])
let v7 = subgroup_load(fixed_f64[p_u32 % 8])
let v8 = subgroup_ballot(bool((31i32 | v3)))
let v9 = subgroup_shuffle(o13_372[me, 1], (v8 * b18[here]) % 40)
let v10 = subgroup_shuffle(v8, 64u32 % 40)
let v11 = subgroup_shuffle(clamp(p_i32, 1i32, i32(gid.x)), popcount(v8) % 40)
let v12 = subgroup_shuffle(popcount(255u64), b18[here] % 40)
let v13 = subgroup_shuffle(v5, v8 % 40)
let v14 = atomic_xor(b17[me], v11)
var a15: f32[2]
a15[1] = abs(v6)
let v16, v17 = f2(fixed_f32, 888600116u32 % 14)
f3(b1[me..me + 1], min(u32(v17), p_u32))
barrier workgroup
async_copy(b19, 0, fixed_i64, 7u32 % 4, 15)
barrier grid
wait()
b16[p_u32 % 3] += ((fixed_bool[4294967295u32 % 6] ? gid.z : b0[me + 1]) ^ (-v17))
a15[(p_u32 + wid.y) % 2] = f32(u64(1i64))
o12_126[me] = ((v7 / p_f64) + (v9 ? v7 : v7))
var v18 = (fma(fixed_f64[456920668u32 % 8], trunc(fixed_f64[0u32 % 8]), min(fixed_f64[32u32 % 8], p_f64)) > (bool(fixed_i64[3u32 % 4]) ? (fixed_f64[1913805655u32 % 8] / fixed_f64[u64(fixed_f64[p_u32 % 8]) % 8]) : (p_f64 * p_f64)))
v18 = (p_bool ? (p_bool | v18) : (b10[4294967295u32 % 9] > fixed_i32[(fixed_i64[p_u32 % 4] | 9223372036854775807i64) % 9]))
let v19 = (fixed_bool[2147483648u32 % 6] ? grid_scan_add(min(i64(v17), ctz(255i64))) : (255i64 * 9223372036854775807i64))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(bits(v6)) + u32(bits(v7) >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(v14) + u32(bits(a15[1])) + u32(bits(v16)) + u32(v17) + u32(v18) + u32(v19)
