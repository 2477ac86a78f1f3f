// Program 25040 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25040
program conform_25040
workgroup 16, 3, 1
grid 64, 6, 1
param p_bool: bool = false
param p_u32: u32 = 0
param p_i32: i32 = -4
param p_u64: u64 = 1
param p_i64: i64 = -18
param p_f32: f32 = 6.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[384]
out b1: u32[384]
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[5]
in fixed_i32: i32[7]
in fixed_u64: u64[4]
uniform fixed_i64: i64[11]
in fixed_f32: f32[10]
in fixed_f64: f64[5]
in b10: i8[3]
persistent b11: bool[385]
persistent b12: i8[384, 1]
out b13: atomic i64[4]
inout b14: atomic i32[384] @align(32) @axis(0)
shared b15: u32[48]
shared b16: i16[48]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = fixed_u64[128u32 % 5]
if (bool(fixed_bool[x0 % 7]) ^ (p_bool & fixed_bool[u32(16777217.0f32) % 7])) {
}
return u32(floor(fixed_f64[x0 % 6]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_and(((p_bool ? 2147483647i32 : b10[me + 0]) * b10[u32(fixed_f64[me + 0]) % 4]))
let v4 = subgroup_and(fixed_u64[1u32 % 5])
let v5 = subgroup_and((fixed_i64[me + 0] ^ fixed_i64[(true ? b15[here] : len(b1)) % 12]))
let v6 = subgroup_or(fixed_bool[181427728u32 % 7])
let v7 = subgroup_or((~u32(fixed_f32[128u32 % 11])))
let v8 = subgroup_or(256i32)
let v9 = subgroup_or(p_u64)
let v10 = subgroup_or(v5)
let v11 = subgroup_xor(p_bool)
let v12 = subgroup_xor(b15[here])
let v13 = subgroup_xor((v3 * v8))
let v14 = atomic_xor(b14[me], v8, release)
atomic_add(b13[clamp(v12, v7, v7) % 5], i64((v12 % v7)), acq_rel, device)
var w15 = 0
loop {
w15 += 1
if w15 > 4 { break }
b1[me] *= bits(min(fixed_f32[u32(v5) % 11], fixed_f32[me + 0]))
}
for k16 in rotr(b16[here], v8) % 3..max(v13, v3) % 6 step (~v13) % 4 {
let v17 = bool(sqrt(f64(k16)))
if ((p_bool ? v6 : v6) || (p_bool && fixed_bool[v7 % 7])) { break }
if (u64(fixed_f32[b15[here] % 11]) >= reverse(fixed_u64[(v6 ? v12 : p_u32) % 5])) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
