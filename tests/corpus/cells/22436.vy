// Program 22436 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22436
program conform_22436
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = true
param p_u32: u32 = 36
param p_i32: i32 = 3
param p_u64: u64 = 0
param p_i64: i64 = -14
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
in fixed_bool: bool[8] @align(256)
in fixed_u32: u32[11]
in fixed_i32: i32[6]
uniform fixed_u64: u64[8]
in fixed_i64: i64[8]
in fixed_f32: f32[4]
in fixed_f64: f64[3]
in b10: u16[6]
inout o11_98: i8[]
out b12: i8[101]
inout b13: i8[99]
inout o14_202: u8[, 2]
persistent b15: atomic u32[2] @align(4)
inout b16: atomic i32[99]
shared b17: u32[33] @axis(0)
shared b18: u16[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = rotl((fixed_i64[me & 3] * fixed_i64[clz(x0) % 9]), fixed_i64[me & 1])
v2 += (-i64((fixed_bool[me & 3] & fixed_bool[x0 % 9])))
var a3: i64[1]
a3[b10[me & 3] % 1] -= clamp(a3[i32(p_u64) % 2], p_i64, i64(x0))
let v4 = a3[workgroup_size.z % 1]
v2 = i64(unbits(fixed_u64[me & 7]))
return max(ctz(p_u32), x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_and(fixed_i64[me & 7])
let v6 = grid_scan_or(fixed_bool[0u32 % 9])
let v7 = grid_scan_or((b10[me & 3] << popcount(4294967295u32)))
let v8 = atomic_exchange(b16[me], 1789848818i32, relaxed, system)
var a9: u32[5]
a9[2] = (o14_202[me, 1] * v7)
let v10, v11 = f2(a9, (true ? v7 : v7) % 14)
f3(b1[me..me + 1], clz((a9[b17[here] % 6] - v10)))
atomic_sub(b15[(v7 / p_u32) % 3], 5u32)
let v12 = (fixed_bool[(TABLE[5] & 1683285696u32) % 9] ? grid_and(v10) : grid_scan_and(b10[v8 % 7]))
let v13 = f0(u32(round(fixed_f64[me & 1])), v8)
a9[2147483647u32 % 5] <<= ((b10[33u32 % 7] % 4 >= 1) ? workgroup_load(b10[255u32 % 7]) : p_u32)
var v14 = (i64(fixed_f64[u32(TABLE[p_u32 % 10]) % 4]) + grid_broadcast(p_i64, 64u32 % 100) * grid_xor(7i64))
let n15 = fixpoint k16 in 1..5 {
o14_202[me, 1] = ((-256u32) + grid_scan_and(len(b1)) * grid_min(v7))
if (round(fixed_f64[me & 7]) <= f64(v5)) { again }
atomic_sub(b15[o14_202[me, 1] % 3], ((fixed_bool[me & 3] || v6) ? popcount(b10[me & 1]) : abs(2147483648u32)), acquire)
let v17 = (v8 + grid_iscan_or(v8) * grid_scan_and(i32(u64_at(bytes, v7 % 41))))
if k16 < 5 && (unbits(fixed_u64[me & 7]) >= fma(fixed_f64[v10 % 4], fixed_f64[me & 1], fixed_f64[me & 1])) { again }
}
var v19 = fixed_i32[i64((-1i32)) % 7]
barrier grid
v19 = v19
block l20 {
a9[(1u32 % TABLE[4]) % 5] += v7
for k21 in rotr(fixed_i32[n15 % 7], u32_at(bytes, fixed_u32[6] % 41)) % 3..mulhi(fixed_i32[grid_size.x % 7], fixed_i32[n15 % 7]) % 6 step abs(fixed_i32[7u32 % 7]) % 3 {
if false { leave l20 }
}
if (bool(fixed_u64[me & 3]) && (!v6)) {  }
if v6 {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(a9[2]) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(n15) + u32(v19)
