// Program 5178 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5178
program conform_5178
workgroup 1, 1, 9
grid 2, 1, 36
param p_bool: bool = true
param p_u32: u32 = 13
param p_i32: i32 = -5
param p_u64: u64 = 12
param p_i64: i64 = -24
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72] @range(13, 122) @cache(temporal) @axis(0)
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[3] @axis(0)
in fixed_f32: f32[7]
in fixed_f64: f64[6]
in b10: u8[4, 1]
out b11: u32[74]
scratch b12: i32[74, 1] @live
inout b13: u64[74]
persistent b14: i64[73]
persistent b15: atomic i64[2]
out b16: atomic i64[72]
shared b17: u32[9]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = trunc(p_f32)
block l3 {
if (fixed_bool[33u64 % 9] | (fixed_bool[u32(v2) % 9] ^ true)) { return x0 }
if ((fixed_bool[x0 % 9] ^ fixed_bool[x0 % 9]) || fixed_bool[b10[p_u32 % 5, 0] % 9]) {  }
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_xor(clz(rotl((-1i32), fixed_i64[u64(false) % 4])))
let v5 = workgroup_iscan_xor(u64(fixed_f32[me + 1]))
let v6 = workgroup_iscan_xor((-fixed_i64[clz(255u32) % 4]))
let v7 = atomic_compare_exchange(b16[me], fixed_i64[2], b14[me])
b15[2u32 % 3] -= popcount(rotr(atomic_min(b16[me], v6), v5))
var v8 = abs(max(fixed_u64[(255u32 % 3u32) % 6], p_u64))
if bool(u64_at(bytes, b0[p_u32 % 73] % 41)) {
let v9 = ((b10[3u32 % 5, 0] % 4 >= 1) ? workgroup_max((v7 % v6)) : i64(v8))
b11[me] += max(u32(b1[me]), ceil_div(workgroup_size.y, b10[u64_at(bytes, p_u32 % 41) % 5, 0]))
b11[me] += workgroup_iscan_xor((b10[u32(v4) % 5, 0] % b10[(false ? gid.x : 4294967295u32) % 5, 0]))
}
for k10 in 32u32 % 2..1 + (bytes[fixed_u64[3] % 41] + grid_or(b17[here])) % 3 {
fixpoint k12 in 0..4 {
let v13 = grid_and(bool(fixed_i64[(-127u32) % 4]))
if k12 < 1 && bool(reverse(v6)) { again }
}
if ((p_f64 * p_f64) > fixed_f64[me + 1]) && me % 5 == 0 { return }
let v14 = (p_bool ? grid_max(u32(3.0f64)) : k10)
}
block l15 {
let v16 = u32((-atomic_xor(b16[me], b14[me])))
if (!fixed_bool[fixed_i32[3] % 9]) {  }
}
atomic_sub(b15[(b10[p_u32 % 5, 0] << b14[me]) % 3], i64((unbits(0x7fefffffffffffffu64) / p_f64)))
if me < len(b1) { b11[me] -= b1[me] }
for k17 in 1553328259u32 % 2..1 + (bool(128u32) ? grid_min(u32(v6)) : u32(fixed_f32[4294967294u32 % 8])) % 3 step 0 {
if fixed_bool[k17 % 9] {
break
}
if (bool(fixed_i64[p_u32 % 4]) && (fixed_bool[p_i32 % 9] & p_bool)) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8)
