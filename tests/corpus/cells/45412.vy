// Program 45412 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45412
program conform_45412
workgroup 256, 1, 1
grid 256, 1, 1
param p_bool: bool = true
param p_u32: u32 = 28
param p_i32: i32 = -13
param p_u64: u64 = 21
param p_i64: i64 = -2
param p_f32: f32 = 4.25
param p_f64: f64 = -3.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[10]
in fixed_i32: i32[9]
in fixed_u64: u64[6]
in fixed_i64: i64[8]
in fixed_f32: f32[5]
uniform fixed_f64: f64[11]
in o10_18: i16[, 3]
inout b11: i64[256] @cache(streaming)
scratch b12: f32[257, 3]
out b13: u32[258, 2]
scratch b14: u8[257] @live
persistent o15_256: i16[, 1, 1]
inout b16: atomic i32[3]
scratch b17: atomic i64[256]
shared b18: u32[256]
shared b19: i64[256]
shared b20: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[1]
out relayed: u32[1]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max((fixed_u64[min(33u32, 127u32) % 7] + p_u64))
let v1 = workgroup_iscan_max(abs((p_i64 ^ b11[me])))
let v2 = workgroup_iscan_and(fixed_bool[2147483648u32 % 12])
let v3 = atomic_xor(b17[me], p_i64, relaxed)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = min((1835040841u32 << v3), (b13[me, 1779144380u32 % 2] + b18[here]))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, b0[p_u32 % 257] % 257)
wait()
barrier workgroup
var v4 = (fixed_f64[fixed_u32[p_u32 % 11] % 12] + grid_add((fixed_f64[me & 1] / p_f64)) * grid_add(fixed_f64[me & 3]))
v4 = round((v4 + fixed_f64[2147483647u32 % 12]))
let v5 = (fixed_i32[mulhi(64u32, b0[p_u32 % 257]) % 10] + grid_xor((fixed_i32[255u32 % 10] - o10_18[me & 1, b0[p_u32 % 257] % 4])) * grid_load(fixed_i32[4294967295u32 % 10]))
let v6 = grid_iscan_xor(v2)
let v7 = ((fixed_bool[(~v5) % 12] & true) ? grid_broadcast((v1 & i64(workgroup_size.x)), p_u32 % 257) : grid_xor((clamp(v1, p_i64, fixed_i64[me & 3]) & p_i64)))
if bool(ceil(fixed_f32[4294967295u32 % 6])) { return }
v4 = fixed_f64[32u32 % 12]
if ((b0[3u32 % 257] % 4 >= 1) ^ (p_u32 < p_u32)) {
region "r8" {
for k9 in -2..0 {
barrier workgroup
async_copy(b18, 1, b0, p_u32 % 257, 4294967295u32 % 257)
wait()
for k10 in 2147483648u32 % 2..2 + wid.x * 2 + (b0[(333855173u32 * 255u32) % 257] - b0[128u64 % 257]) % 3 step 0 {
var w11 = 0
while w11 < 3 && bool((v5 + p_i32)) {
w11 += 1
atomic_add(b16[k10 % 4], mulhi((true ? p_i32 : k9), o15_256[me, 0, 0]), release, workgroup)
if v2 { continue }
}
if ((~workgroup_size.y) % 2 >= 2) {
continue
}
if fixed_bool[(fixed_u32[p_u32 % 11] >> p_i64) % 12] {
continue
}
}
barrier workgroup
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(bits(v4)) + u32(v5) + u32(v6) + u32(v7)
