// Program 58148 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 58148
program conform_58148
workgroup 1023, 1, 1
grid 2046, 1, 1
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = -13
param p_u64: u64 = 14
param p_i64: i64 = -40
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 1023
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[2046]
out b1: u32[len(b0)] @align(2)
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[4]
in fixed_i32: i32[10]
in fixed_u64: u64[6]
uniform fixed_i64: i64[3]
in fixed_f32: f32[7] @cache(streaming)
in fixed_f64: f64[7]
in b10: i8[3, 3]
out b11: f32[2045]
out b12: bool[2046, 2]
persistent b13: i8[2045]
inout o14_2047: u32[]
out b15: atomic u32[3] @cache(streaming)
out b16: atomic u32[2046]
shared b17: u32[1023]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_or(b16[me])
var v3 = (-f64((fixed_bool[(63u32 | b0[p_u32 % 2047]) % 9] ? fixed_i64[y1 % 4] : fixed_i64[63u32 % 4])))
v3 = (-p_f64)
atomic_store(b16[me], 63u32)
assert me < 9 || (bool(v3) | fixed_bool[x0 % 9]), "{}", (fixed_bool[me & 1] ? fixed_bool[me & 1] : fixed_bool[me & 3])
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(u32((i64(wid.z) < i64(lid.y))), ((fixed_bool[b0[1932] % 9] & fixed_bool[b0[p_u32 % 2047] % 9]) ? fixed_i32[p_i32 % 11] : i32(u64_at(bytes, b0[509] % 41))))
let v5 = grid_iscan_min((i32(workgroup_size.y) / fixed_i32[me & 1]))
let v6 = grid_iscan_min(fixed_u64[(false ? u32_at(bytes, 34) : o14_2047[me]) % 7])
let v7 = grid_iscan_min(i64(fixed_i32[1u32 % 11]))
let v8 = atomic_and(b16[me], p_u32, acquire, workgroup)
var a9: f64[5]
a9[2] = trunc(fixed_f64[me & 7])
let v10, v11 = f2(a9, u32(unbits(0x5eebd773aa3d7b03u64)) % 14)
f3(b1[me..me + 1], ((fixed_bool[me & 7] & b12[me, 1]) ? ctz(v8) : ceil_div(v11, v8)))
atomic_and(b15[v11 % 4], u32(fixed_bool[v11 % 9]))
block l12 {
let v13 = grid_min(v5)
b11[me] = ceil((fixed_f32[SUM % 8] + b11[me]))
if (fixed_bool[(3u32 + 672718724u32) % 9] && fixed_bool[workgroup_size.y % 9]) {
leave l12
}
if ((p_bool && p_bool) || grid_iscan_or((412782624i32 >= v5))) {
leave l12
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(bits(a9[2])) + u32(bits(v10)) + u32(v11)
