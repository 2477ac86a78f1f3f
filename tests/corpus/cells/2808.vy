// Program 2808 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2808
program conform_2808
workgroup 1023, 1, 1
grid 1023, 1, 1
param p_bool: bool = false
param p_u32: u32 = 4
param p_i32: i32 = -3
param p_u64: u64 = 14
param p_i64: i64 = -17
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 1023
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023] @range(4058, 4)
in bytes: u8[40]
uniform fixed_bool: bool[10] @axis(0)
in fixed_u32: u32[10]
uniform fixed_i32: i32[4]
in fixed_u64: u64[3] @align(32)
uniform fixed_i64: i64[11]
uniform fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: i8[4, 1]
scratch b11: f64[1025, 1] @cache(random)
persistent o12_3072: f32[, 3]
persistent o13_1024: i16[]
persistent b14: u8[1023]
inout b15: atomic i64[1]
out b16: atomic u64[1023] @range(1293, 3275)
shared b17: u32[1023]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[4]
a2[bytes[p_u32 % 41] % 4] = ((fixed_bool[b0[me + 0] % 11] & (a2[bits(1.0f32) % 5] ^ fixed_bool[me + 0])) | bool((fixed_bool[b14[me] % 11] ? true : false)))
let v3 = a2[mulhi(x0, x0) % 4]
if (bool(x0) ? (p_bool ? false : v3) : (b14[me] % 3 != 1)) {
var w4 = 0
loop {
w4 += 1
if w4 > 4 { break }
if (b10[i32(2u32) % 5, 0] > i32(fixed_f32[(v3 ? u64_at(bytes, 23) : 2u64) % 6])) { continue }
}
} else {
}
return clamp((b14[me] - 2147483648u32), u32(fixed_i32[x0 % 5]), abs(x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_any(fixed_bool[64u32 % 11])
let v6 = subgroup_all(bool(v5))
let v7 = subgroup_broadcast(v6, 7u32 % 33)
let v8 = subgroup_broadcast(u32(fixed_i32[3u32 % 5]), 255u32 % 33)
let v9 = subgroup_broadcast(((o13_1024[me] * fixed_i32[b17[here] % 5]) >> 5i64), u32(fixed_i32[2]) % 33)
let v10 = subgroup_broadcast(u64_at(bytes, v8 % 41), v8 % 33)
let v11 = subgroup_broadcast(p_i64, v8 % 33)
let v12 = subgroup_broadcast(o12_3072[me, 1], 128u32 % 33)
let v13 = subgroup_broadcast(f64(round(fixed_f64[rotr(v8, v9) % 6])), (fixed_bool[p_u32 % 11] ? b0[949] : v8) % 33)
let v14 = subgroup_load(fixed_bool[p_u32 % 11])
let v15 = subgroup_load(fixed_u32[(SUM << v11) % 11])
let v16 = atomic_or(b16[me], p_u64, acquire, system)
var a17: u32[2]
a17[1] = (~p_u32)
let v18, v19 = f2(a17, min(b17[here], v15) % 14)
f3(b1[me..me + 2], ((a17[fixed_i32[p_u32 % 5] % 3] | v15) * (false ? v18 : p_u32)))
let n20 = fixpoint k21 in 1..4 {
let v22 = f0(u32_at(bytes, v9 % 41), p_i32)
if k21 < 4 && (true && v6) { again }
}
let v24 = fixed_f32[u32(p_i64) % 6]
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(a17[1]) + u32(v18) + u32(v19) + u32(n20) + u32(v24)
