// Program 74169 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 74169
program conform_74169
workgroup 8, 4, 1
grid 18, 12, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = 0
param p_u64: u64 = 7
param p_i64: i64 = -18
param p_f32: f32 = 5.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[288]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[6]
uniform fixed_i32: i32[10]
uniform fixed_u64: u64[6]
in fixed_i64: i64[6]
in fixed_f32: f32[11]
in fixed_f64: f64[6]
uniform b10: i16[6]
inout o11_288: f64[, 1] @axis(0)
persistent o12_288: f32[, 1]
scratch b13: atomic u32[4] @live
inout b14: atomic i32[288] @cache(random)
shared b15: u32[32]
shared b16: i8[32] @align(32)
shared b17: atomic i32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_or(p_i64)
let v1 = workgroup_xor((p_bool ? fixed_bool[p_u32 % 7] : p_bool))
let v2 = workgroup_xor(b15[here])
let v3 = atomic_exchange(b14[me], i32(-2147483648), acq_rel, workgroup)
var a4: i64[1]
a4[0] = fixed_i64[me & 1]
let v5, v6 = f2(fixed_i64[p_u32 % 6..b15[here] % 14], v2 % 14)
f3(b1[me..me + 2], mulhi(bits(fixed_f32[me & 3]), (v6 << b14[me])))
let v7 = (reverse(v5) - (v5 - fixed_i64[me & 7]))
a4[v2 % 1] += rotr((v1 ? fixed_i64[me & 7] : v5), (3u64 ^ fixed_u64[me & 3]))
let v8 = ((p_i32 < fixed_i32[fixed_i64[p_u32 % 7] % 11]) ? workgroup_max(i64(a4[151939858u32 % 2])) : workgroup_iscan_xor(3i64))
var a9: u64[2]
a9[(b15[here] ^ v6) % 2] = (v1 ? workgroup_max(clz(fixed_u64[me & 1])) : workgroup_max(fixed_u64[v2 % 7]))
let v10 = a9[popcount(p_u32) % 2]
let v11 = grid_max(i64(fixed_u32[v2 % 7]))
var w12 = 0
while w12 < 5 && ((v2 % 4 == 2) && v1) {
w12 += 1
a9[TABLE[p_u32 % 10] % 2] += (v1 ? ctz(u64_at(bytes, v2 % 41)) : rotr(u64_at(bytes, v5 % 41), v3))
if (fma(fixed_f32[me & 3], fixed_f32[me & 7], o12_288[me, 0]) <= f32(v1)) { break }
}
block l13 {
if p_bool {
b1[me] = (~(bool(v1) ? max(p_u32, 2147483647u32) : u32(a9[v2 % 3])))
if ((-fixed_f32[me & 1]) == f32(fixed_f32[(fixed_u64[me & 1] + 127u64) % 12])) && me % 3 == 0 { return }
}
if (bool(fixed_f64[64u32 % 7]) | (fixed_bool[(b0[p_u32 % 289] / 32u32) % 7] | fixed_bool[3u32 % 7])) {
if subgroup % 3 != 0 {
leave l13
}
leave l13
}
}
print "{} {}", v3, p_i64
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0] >> 32) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(a9[1] >> 32) + u32(v10) + u32(v11 >> 32)
