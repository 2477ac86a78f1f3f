// Program 49517 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 49517
program conform_49517
workgroup 64, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = -13
param p_u64: u64 = 24
param p_i64: i64 = -28
param p_f32: f32 = 1.25
param p_f64: f64 = -6.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @align(4)
in bytes: u8[40]
in fixed_bool: bool[10]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[10]
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[7]
uniform fixed_f32: f32[3]
uniform fixed_f64: f64[7]
in b10: u16[8] @align(32)
inout b11: u32[64]
out b12: i64[65, 1]
persistent b13: f64[65, 2]
scratch b14: i64[66] @live
out b15: atomic i32[2]
persistent b16: atomic i32[64]
shared b17: u32[64] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (-(p_bool ? fixed_u64[(p_bool ? x0 : p_u32) % 10] : fixed_u64[me + 2]))
v2 = u64(ceil(fixed_f32[459973264i64 % 4]))
var v3 = (v2 ^ bits(fixed_f64[me + 2]))
v3 += v2
block l4 {
b12[me, (~b0[p_u32 % 65]) % 1] = ((false ? fixed_i64[max(wid.z, x0) % 8] : fixed_i64[p_u32 % 8]) & reverse(fixed_i64[u32(-0.1f32) % 8]))
if ((fixed_bool[mulhi(lid.z, bytes[24]) % 11] ? 255u32 : 2147483647u32) % 3 == 2) {  }
for k5 in u64(fixed_bool[me + 1]) % 3..mulhi(v2, p_u64) % 6 {
v2 = ctz(clz(u64_at(bytes, x0 % 41)))
if (bool(p_i32) & bool(fixed_i64[me + 2])) { continue }
}
if bool((fixed_f64[me + 2] / fixed_f64[popcount(grid_size.x) % 8])) {  }
}
return u32(fixed_f32[x0 % 4])
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_iscan_or((u32(p_u32) >> (fixed_i64[me + 2] ^ b14[me])))
let v9 = ((y7 >> p_u32) + workgroup_max((y7 % y7)))
for k10 in 0u32 % 2..1 + min(b0[b10[0] % 65], fixed_u32[1927273013u32 % 7]) % 3 step 2 {
if (fixed_bool[clamp(k10, k10, workgroup_size.x) % 11] ? (fixed_bool[u32_at(bytes, 12) % 11] & fixed_bool[k10 % 11]) : bool(fixed_f32[k10 % 4])) { return u32(unbits(0x7f7fffffu32)) }
if true {
break
}
}
let v11 = grid_load(fixed_f32[0u32 % 4])
for k12 in (p_u64 | fixed_u64[x6 % 10]) % 3..(fixed_u64[y7 % 10] ^ fixed_u64[x6 % 10]) % 6 {
b12[me, v8 % 1] = p_i64
if ((true ? fixed_bool[33i64 % 11] : fixed_bool[63i64 % 11]) || (2147483648u32 <= x6)) {
} else {
}
if (bool(127i32) ? fixed_bool[x6 % 11] : (p_f64 <= fixed_f64[b0[47] % 8])) { break }
}
return u32(fixed_f32[(x6 << fixed_i32[p_u32 % 11]) % 4])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v13 = (i64(b10[me + 0]) >> i64(p_i32))
var v14 = grid_load(fixed_f64[127u32 % 8])
v14 += ((fixed_bool[b10[p_u32 % 9] % 11] ? fixed_bool[b10[1] % 11] : fixed_bool[(-1i32) % 11]) ? min(v14, fixed_f64[b10[p_u32 % 9] % 8]) : v14)
var v15 = u32(mulhi(b10[me + 1], b10[me + 1]))
v15 &= (b11[me] + workgroup_scan_xor(u32(1075285009i64)) * workgroup_xor(v15))
var a16: u32[5]
a16[b17[here] % 6] += u32((-fixed_u64[me + 1]))
let v17 = a16[v15 % 5]
let v18 = ((b10[256i32 % 9] % 4 == 2) ? u32(u64_at(bytes, 32u32 % 41)) : (bytes[b0[p_u32 % 65] % 41] % p_u32))
let v19 = bits(fixed_f32[p_i64 % 4])
block l20 {
b11[me] += v19
let v21 = f0(popcount(rotl(0u32, b14[me])), atomic_exchange(b16[me], p_i32, relaxed, system))
if ((fixed_bool[2147483648u32 % 11] ? fixed_bool[me + 0] : fixed_bool[128u32 % 11]) && (a16[255u64 % 6] % 4 < 2)) {  }
}
if grid_broadcast((a16[v17 % 6] % 5 < 2), 2147483648u32 % 65) {
for k22 in (v13 * v13) % 3..(fixed_bool[v15 % 11] ? b12[me, 0] : 127i64) % 6 {
if (bool(k22) ? (fixed_bool[b17[here] % 11] & fixed_bool[v15 % 11]) : (p_u32 % 2 == 2)) {
let v23 = i64(fixed_u64[u32(fixed_i32[me + 2]) % 10])
b15[(~p_u32) % 3] -= ((fixed_bool[v13 % 11] ? false : fixed_bool[me + 1]) ? popcount(fixed_i32[me + 2]) : (fixed_bool[63i32 % 11] ? atomic_load(b16[me]) : fixed_i32[7i32 % 11]))
} else if (fixed_f32[bits(3.0f32) % 4] > 3.0f32) {
b17[here] >>= ctz(v13)
let v24 = f0(((fixed_bool[v15 % 11] ? v19 : gid.x) ^ u32(fixed_f64[b1[me] % 8])), (fixed_bool[fixed_i64[me + 0] % 11] ? (-fixed_i32[fixed_u32[3] % 11]) : atomic_add(b16[me], 1i32, release)))
} else {
if (f64(p_f64) == (-v14)) {
v15 = len(b1)
atomic_add(b15[a16[p_u32 % 6] % 3], p_i32)
block l25 {
let v26 = ceil_div(ctz(v17), (~v19))
v15 = (p_u32 * p_u32)
if ((lid.x % 3 == 2) ? (true ^ fixed_bool[me + 0]) : (p_i32 < atomic_exchange(b16[me], fixed_i32[6]))) { break }
b11[me] += ceil_div(u32(fixed_f32[a16[p_u32 % 6] % 4]), u32(b12[me, u32(fixed_u32[p_u32 % 7]) % 1]))
let v27 = sqrt(trunc(v14))
if ((b10[b1[me] % 9] * b11[me]) % 5 >= 1) { return }
}
}
}
if (i64(fixed_u64[1106384393i32 % 10]) < max((-1i64), k22)) {
b15[p_u32 % 3] += ((fixed_i32[a16[p_u32 % 6] % 11] & atomic_sub(b16[me], 3i32, release)) - atomic_add(b16[me], 2147483647i32, relaxed, device))
}
if ((fixed_f64[me + 2] < fixed_f64[(false ? 63u32 : wid.x) % 8]) & bool(bytes[u32_at(bytes, p_u32 % 41) % 41])) { break }
var v28 = unbits(u32(fixed_f32[u32(false) % 4]))
}
} else {
var a29: i32[4]
a29[(p_u32 & b17[here]) % 4] = workgroup_iscan_xor(atomic_max(b16[me], 64i32, release))
let v30 = a29[p_u32 % 4]
}
if (bool(fixed_bool[fixed_i32[p_u32 % 11] % 11]) == (p_f32 <= fixed_f32[bytes[29] % 4])) {
barrier workgroup
}
fixpoint k32 in 1..1 {
if fixed_bool[me + 2] { again }
b1[me] += workgroup_scan_or(b17[here])
a16[TABLE[3] % 6] = ((u32_at(bytes, v15 % 41) * 7u32) << max(u64_at(bytes, 4294967295u64 % 41), p_u64))
if k32 < 5 && (max(v15, u32_at(bytes, mulhi(v17, a16[p_u32 % 6]) % 41)) % 5 != 1) { again }
}
b11[me] = workgroup_and(reverse(a16[u32(v13) % 6]))
v14 = grid_broadcast(f64(p_u64), ceil_div(128u32, 622534565u32) % 65)
barrier grid
b1[me] = b1[me] * 3 + u32(v13) + u32(v14) + u32(v15) + u32(a16[2]) + u32(v17) + u32(v18) + u32(v19)
