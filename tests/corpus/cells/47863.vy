// Program 47863 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47863
program conform_47863
workgroup 7, 1, 1
grid 21, 1, 1
param p_bool: bool = true
param p_u32: u32 = 32
param p_i32: i32 = 0
param p_u64: u64 = 38
param p_i64: i64 = -16
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21] @cache(streaming)
out b1: u32[21]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[5]
in fixed_u64: u64[8] @align(16)
uniform fixed_i64: i64[9]
in fixed_f32: f32[11]
in fixed_f64: f64[9]
in b10: i8[3, 3] @align(256)
out b11: i32[22]
persistent b12: u16[21, 3]
scratch b13: bf16[22, 3] @align(128)
out b14: i32[23]
inout b15: atomic u64[2]
inout b16: atomic i32[len(b0)] @cache(streaming)
shared b17: u32[7]
shared b18: atomic i64[7]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[3]
out relayed: u32[3]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_min(i32(workgroup_size.x))
let v1 = workgroup_min(fixed_u64[me & 1])
let v2 = workgroup_min(i64(v1))
let v3 = atomic_and(b16[me], v0)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = b17[here]
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
let v4 = ((3i32 >= 33i32) ? grid_max(fixed_f64[me & 3]) : grid_add(fixed_f64[fixed_u32[me & 1] % 10]))
let v5 = ((p_u32 % 5 == 1) ? grid_iscan_and((b12[me, 1] ^ p_u32)) : grid_iscan_or((TABLE[4294967295u32 % 10] | 5u32)))
for k6 in (i32(workgroup_size.z) * 1626855667i32) % 3..((-1i32) << v5) % 6 {
b13[me, 1] += 0.1f32
var a7: i64[2]
a7[b12[me, 1] % 2] += a7[u32(true) % 3]
let v8 = a7[(v5 % p_u32) % 2]
if fixed_bool[me & 1] { continue }
}
var v9 = workgroup_xor(((v4 / fixed_f64[me & 1]) < round(unbits(0x7ff0000000000000u64))))
var v10 = ((i64(workgroup_size.y) >= fixed_i64[128u32 % 10]) ? (v9 ? fixed_f64[clamp(b0[0], 64u32, 7u32) % 10] : fixed_f64[mulhi(5u32, 127u32) % 10]) : fixed_f64[u32(p_f32) % 10])
v9 = (b0[4294967294u32 % 22] < mulhi(ctz(2147483647u32), u32(p_i64)))
let n11 = fixpoint k12 in 0..0 {
atomic_sub(b15[v5 % 3], ctz((p_u64 / fixed_u64[v5 % 9])), acquire, workgroup)
if ((v9 ? p_f64 : v4) < fixed_f64[me & 1]) {
var v13 = rotl(i64(i32(workgroup_size.y)), (i64(k12) / i64(v0)))
}
if k12 < 4 && v9 { again }
}
b11[me] += (~b11[me])
let v15 = rotr(rotl(p_u64, p_u64), mulhi(0u64, v1))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(bits(v4) >> 32) + u32(v5) + u32(v9) + u32(bits(v10) >> 32) + u32(n11) + u32(v15)
