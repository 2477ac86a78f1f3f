// Program 3710 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3710
program conform_3710 service
workgroup 31, 1, 1
grid 75, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 5
param p_u64: u64 = 28
param p_i64: i64 = -10
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[93]
out b1: u32[93]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[7] @cache(streaming)
in fixed_i64: i64[8] @align(16)
in fixed_f32: f32[7]
in fixed_f64: f64[5]
uniform o10_7: u16[, 1]
inout b11: u64[len(b0)]
out b12: u64[93, 3] @range(273, 57)
inout b13: u64[len(b0), 2, 1]
inout b14: atomic u64[2]
out b15: atomic i64[93]
mapped b16: u64[92]
mapped b17: u64[92]
mapped b18: atomic u32[93]
shared b19: u32[31]
shared b20: u64[31]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[3]
out relayed: u32[3]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_min(atomic_load(b18[me]))
let v1 = workgroup_min(i32(workgroup_size.y))
let v2 = workgroup_min((fixed_bool[me & 1] ? ctz(b11[me]) : rotr(fixed_u64[o10_7[me & 7, 0] % 8], fixed_u64[me & 3])))
let v3 = atomic_or(b15[me], 256i64)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32((fixed_bool[me & 1] ? fixed_i32[me & 7] : p_i32))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b20, 0, fixed_u64, v0 % 8, u32(p_i64) % 32)
wait()
b14[2147483648u32 % 3] += u64(fixed_bool[me & 7])
let v4 = ((fixed_bool[p_u32 % 12] || false) ? workgroup_scan_xor((b13[me, p_u32 % 2, 0] % 223849248u64)) : workgroup_iscan_min((fixed_bool[me & 7] ? v2 : v2)))
fixpoint k6 in 1..3 {
for k7 in -2..1 {
var w8 = 4
while w8 > 0 {
w8 -= 1
let v9 = grid_load(fixed_f64[k6 % 6])
var v10 = round(fixed_f32[b0[22] % 8])
v10 = (p_bool ? grid_load(fixed_f32[k6 % 8]) : v10)
if bool(round(fixed_f32[u32(p_u64) % 8])) {
continue
}
}
if ((fixed_bool[o10_7[p_u32 % 8, 0] % 12] ^ fixed_bool[clamp(k6, k6, k6) % 12]) & (fixed_bool[SUM % 12] ? fixed_bool[k7 % 12] : fixed_bool[b0[p_u32 % 94] % 12])) {
break
}
if bool((p_u64 ^ p_u64)) {
continue
}
}
if k6 < 2 && fixed_bool[me & 1] { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(v4)
