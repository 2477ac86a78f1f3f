// Program 18559 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18559
program conform_18559
workgroup 1, 1, 1
param p_grid: u32 = 32
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 0
param p_u64: u64 = 38
param p_i64: i64 = -10
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[4]
in fixed_i32: i32[4]
in fixed_u64: u64[6]
in fixed_i64: i64[6]
in fixed_f32: f32[6]
uniform fixed_f64: f64[6] @align(2)
in b10: u16[9, 3]
inout b11: i32[33] @align(4)
out b12: i8[34, 3] @range(32, 2)
inout b13: i32[34]
out b14: i16[33] @range(31, 2)
scratch b15: atomic i32[3] @live
out b16: atomic u32[33]
shared b17: u32[1]
shared b18: i32[1]
shared b19: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[132] @count(found)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_xor(fixed_i32[(false ? len(bytes) : 255u32) % 5])
let v1 = workgroup_scan_xor(fixed_u64[rotr(4294967295u32, 18446744073709551615u64) % 7])
let v2 = workgroup_scan_xor(p_i64)
let v3 = atomic_and(b16[me], 1577865019u32, release)
var a4: i32[5]
a4[2] = v0
let v5, v6 = f2(a4, p_u32 % 14)
f3(b1[me..me + 2], (-min(b10[u64_at(bytes, p_u32 % 41) % 10, 1], v6)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 1)
barrier grid
wait()
b15[(true ? u32_at(bytes, 30) : v6) % 4] += ((fixed_bool[v6 % 6] ? a4[v5 % 6] : a4[255u32 % 6]) % min(v0, b18[here]))
let v7 = ((false | fixed_bool[grid_size.z % 6]) ? workgroup_load(fixed_f64[2147483648u32 % 7]) : workgroup_min(clamp(fixed_f64[v6 % 7], fixed_f64[v3 % 7], fixed_f64[p_u32 % 7])))
for k8 in 128u32 % 2..1 + (rotl(b10[TABLE[8] % 10, 1], 63i64) + grid_min(max((7u32 << v0), (b10[v3 % 10, 1] | 0u32))) * grid_xor((u32(fixed_bool[reverse(v3) % 6]) * reverse(v3)))) % 3 {
b11[me] = grid_min((v5 - 64i32))
var w9 = 2
while w9 > 0 {
w9 -= 1
a4[v3 % 5] = clamp((v5 << 256i64), popcount(a4[b1[me] % 6]), i32(v6))
block l10 {
let v11 = grid_max(((p_i32 >= i32(-2147483647)) ? f32(v0) : 16777217.0f32))
let n12 = fixpoint k13 in 1..5 {
barrier grid
a4[u32_at(bytes, 36) % 6] = clz(clamp(p_i32, a4[(255u32 & 4294967294u32) % 6], v5))
b13[me] += i32(((-v2) | (p_i64 << u64_at(bytes, (false ? v6 : p_u32) % 41))))
if k13 < 3 && (rotr(1759730043u64, 1410424368u32) != (v1 + u64_at(bytes, u32(p_i32) % 41))) { again }
}
if fixed_bool[7u64 % 6] {
atomic_sub(b15[64u32 % 4], rotr((-p_i32), (v2 + v2)), acq_rel)
barrier grid
leave l10
}
barrier grid
}
}
if fixed_bool[i64(b0[p_u32 % 34]) % 6] {
break
}
let v15 = (b0[k8 % 34] + grid_min(127u32) * grid_load(b0[0u32 % 34]))
let v16 = grid_xor((fixed_f32[fixed_u32[0] % 7] > f32(p_f32)))
if ((fixed_i64[b10[p_u32 % 10, 1] % 7] ^ fixed_i64[k8 % 7]) == fixed_i64[k8 % 7]) {
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
