// Program 47457 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47457
program conform_47457
workgroup 8, 4, 1
grid 22, 4, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = 15
param p_u64: u64 = 26
param p_i64: i64 = -23
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96] @align(128) @cache(random)
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[11]
in fixed_i32: i32[7]
in fixed_u64: u64[7] @align(2)
in fixed_i64: i64[6]
uniform fixed_f32: f32[3] @align(32)
uniform fixed_f64: f64[9]
uniform b10: i8[8]
out b11: f32[97]
scratch b12: i8[96]
inout b13: f32[98, 2]
scratch b14: u16[98, 2]
inout b15: atomic u64[3]
scratch b16: atomic i32[96] @align(8) @axis(0)
shared b17: u32[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_or(atomic_and(b16[me], (-1i32), relaxed))
let v1 = workgroup_or(fixed_u64[me + 1])
let v2 = workgroup_or(i64(bool(fixed_i64[me + 2])))
let v3 = atomic_or(b16[me], v0, acq_rel, system)
b17[here] *= b14[me, 1]
b11[me] = ((p_u32 != b0[(fixed_bool[5] ? 4294967295u32 : b0[22]) % 97]) ? workgroup_add(b11[me]) : (fixed_bool[u32(unbits(0x98fd3f0836afeed3u64)) % 10] ? fixed_f32[(152740176u32 | b14[me, 1]) % 4] : b13[me, 1]))
barrier grid
b14[me, 1] = mulhi(u32(fixed_f32[min(11670923u32, 3u32) % 4]), (fixed_u32[b14[me, 1] % 12] % workgroup_size.y))
fixpoint k5 in 2..3 {
let v6 = (f64(fixed_i32[b17[17] % 8]) + workgroup_broadcast((min(fixed_f64[fixed_i32[p_u32 % 8] % 10], fixed_f64[u32(k5) % 10]) / f64(k5)), u32(fixed_u64[p_u32 % 8]) % 33))
if (fixed_bool[p_u32 % 10] ? grid_load(fixed_bool[b0[72] % 10]) : (!true)) {
var w7 = 4
while w7 > 0 {
w7 -= 1
if (k5 % 5 != 1) { again }
var v8 = sqrt(v6)
v8 = (bool(fixed_f32[p_u32 % 4]) ? workgroup_max((fixed_f64[v2 % 10] - fma(3.0f64, v6, fixed_f64[(~fixed_i64[p_u32 % 7]) % 10]))) : (p_bool ? fixed_f64[me + 2] : fixed_f64[me + 2]))
if true {
var w9 = 2
while w9 > 0 && (w9 % 3 == 2 || ((fixed_bool[b0[p_u32 % 97] % 10] || fixed_bool[reverse(k5) % 10]) || grid_load(fixed_bool[k5 % 10]))) {
w9 -= 1
if fixed_bool[me + 0] { again }
if (fixed_f64[0u32 % 10] >= (-fixed_f64[(-1i32) % 10])) {
break
}
if bool((k5 % 4 < 1)) {
continue
}
}
continue
}
}
}
if k5 < 4 && fixed_bool[(false ? b14[me, 1] : b0[69]) % 10] { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
