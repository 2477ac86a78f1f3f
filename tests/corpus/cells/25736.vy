// Program 25736 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25736
program conform_25736
workgroup 2, 3, 1
grid 86, 1, 1
param p_bool: bool = false
param p_u32: u32 = 9
param p_i32: i32 = -8
param p_u64: u64 = 29
param p_i64: i64 = -36
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[258]
out b1: u32[258] @range(380, 25)
in bytes: u8[40]
uniform fixed_bool: bool[3]
uniform fixed_u32: u32[3] @align(64)
in fixed_i32: i32[3]
in fixed_u64: u64[8]
uniform fixed_i64: i64[3]
in fixed_f32: f32[5]
uniform fixed_f64: f64[9]
uniform o10_16: u8[, 2]
out b11: f32[258]
inout b12: f64[258]
scratch b13: u8[258, 2]
out b14: atomic i64[3]
scratch b15: atomic u64[258] @live @align(16)
shared b16: u32[6]
shared b17: f32[6]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[16512] @count(found)
scratch turn: atomic u64[43]
out relayed: u32[43]
scratch q_t: u32[258]
scratch q_dead: u32[258]
scratch q_unused: u64[258, 3]
out q_y: u32[258]
out q_z: i64[258]
out q_n: atomic u32[1]
out q_rows: u32[258] @count(q_n)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..258 {
q_t[q_i] = b0[q_i] * 84 + q_i
}
barrier grid
barrier grid
each q_k in 0..258 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 4
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 6)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..258 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..258 {
var q_c = q_m % 11
while q_c < 15 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v0 = subgroup_broadcast((b11[me] > fixed_f32[245783571u32 % 6]), u32(fixed_i64[2]) % 33)
let v1 = subgroup_broadcast(b16[here], 255u32 % 33)
let v2 = subgroup_broadcast(abs(rotr(fixed_i32[fixed_i64[2] % 4], v1)), 1u32 % 33)
let v3 = subgroup_broadcast(fixed_u64[me & 3], 1u32 % 33)
let v4 = subgroup_broadcast(reverse((fixed_i64[me & 7] * i64(workgroup_size.y))), v1 % 33)
let v5 = subgroup_broadcast(min(b17[here], fixed_f32[2147483648u32 % 6]), v1 % 33)
let v6 = subgroup_broadcast(p_f64, u32(p_u64) % 33)
let v7 = subgroup_load(fixed_bool[v2 % 4])
let v8 = subgroup_load(b0[(224670892i64 & i64(wid.y)) % 259])
let v9 = subgroup_load(fixed_i32[256i64 % 4])
let v10 = subgroup_load(fixed_u64[bytes[p_u32 % 41] % 9])
let v11 = atomic_exchange(b15[me], u64(lid.x))
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32(v4)
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
barrier workgroup
async_copy(b17, 0, fixed_f32, popcount(585201360u32) % 6, 4)
wait()
for k12 in (v8 / v8) % 2..2 + grid_add(o10_16[me & 3, 1]) % 3 step 1 {
b14[u32(v5) % 4] -= fixed_i64[v8 % 4]
if ((v0 ? p_f64 : fixed_f64[len(b1) % 10]) >= (p_bool ? unbits(0x36a0000000000000u64) : fixed_f64[p_u64 % 10])) {
continue
}
}
block l13 {
if p_bool {
leave l13
}
let v14 = (i64(v10) + grid_iscan_xor((i64(workgroup_size.y) / v4)))
if ((o10_16[u64_at(bytes, 21) % 9, 1] % o10_16[4294967294u32 % 9, 1]) % 5 != 2) {
leave l13
}
if ((fixed_bool[popcount(63i32) % 4] || true) ? (fixed_bool[127u32 % 4] ? fixed_bool[o10_16[p_u32 % 9, 1] % 4] : fixed_bool[2147483648u32 % 4]) : false) {
leave l13
}
if fixed_bool[bytes[p_u32 % 41] % 4] {
leave l13
}
if subgroup % 4 != 1 {
leave l13
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(bits(v5)) + u32(bits(v6) >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11)
