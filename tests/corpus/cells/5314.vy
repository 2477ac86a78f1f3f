// Program 5314 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5314
program conform_5314
workgroup 1, 1, 9
grid 27, 1, 1
param p_bool: bool = true
param p_u32: u32 = 30
param p_i32: i32 = 12
param p_u64: u64 = 2
param p_i64: i64 = -3
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[243]
out b1: u32[243]
in bytes: u8[40]
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[4]
in fixed_i32: i32[3]
uniform fixed_u64: u64[10]
in fixed_i64: i64[10] @axis(0)
uniform fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: u8[8]
inout b11: f32[244, 2]
scratch b12: bool[244]
out b13: u8[245]
persistent b14: atomic u64[3]
inout b15: atomic u64[243]
shared b16: u32[9]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = ((fixed_i32[(-x0) % 4] % fixed_i32[TABLE[8] % 4]) <= rotr(y1, u64_at(bytes, y1 % 41)))
v2 = bool((p_u32 & 64u32))
v2 = v2
v2 = false
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_iscan_or(u64(fixed_i32[0u32 % 4]))
let v4 = workgroup_iscan_or((~fixed_i64[me + 2]))
let v5 = workgroup_iscan_xor(b12[me])
let v6 = atomic_sub(b15[me], v3, acquire, workgroup)
each i in 0u32..243 {
atomic_sub(b14[bytes[5] % 4], ((v5 || v5) ? u64(fixed_f64[ceil_div(b10[1], i) % 6]) : (v5 ? v6 : v3)))
var v8 = (v6 | u64(v5))
b11[i, 1] += round((-p_f32))
b13[i] += 64u32
}
atomic_add(b14[128u32 % 4], ((2i32 >= fixed_i32[b13[me] % 4]) ? (v5 ? fixed_u64[1317035412u32 % 11] : 0u64) : (v6 * v3)), release, system)
let v9 = (fixed_bool[b10[p_u32 % 9] % 8] ? grid_min(v6) : u64(p_i64))
let v10 = ((1u32 % 4 < 2) ? grid_min(fixed_i32[max(128u32, 2147483647u32) % 4]) : (fixed_i32[2147483647u32 % 4] / fixed_i32[min(2u32, 2u32) % 4]))
for k11 in b0[15] % 2..2 + (bytes[mulhi(b0[77], b0[p_u32 % 244]) % 41] / u32_at(bytes, (-1i64) % 41)) % 3 {
var w12 = 0
loop {
w12 += 1
if w12 > 3 { break }
let n13 = fixpoint k14 in 0..2 {
let v15 = grid_and(v6)
for k16 in b0[239] % 2..2 + grid_or((k11 / 2070156890u32)) % 3 {
b12[me] = ((v5 ? v5 : v5) | bool(fixed_f32[v9 % 6]))
b11[me, 1] = fixed_f32[(v5 ? len(bytes) : k11) % 6]
if ((p_bool && fixed_bool[k16 % 8]) ^ (p_bool || fixed_bool[554201745u32 % 8])) {
break
}
}
if k14 < 4 && bool((v5 && true)) { again }
}
if fixed_bool[0u32 % 8] {
break
}
if (!(true || true)) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v9) + u32(v10)
