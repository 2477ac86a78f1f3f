// Program 56640 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 56640
program conform_56640
workgroup 2, 3, 1
grid 2, 9, 1
param p_bool: bool = false
param p_u32: u32 = 10
param p_i32: i32 = -18
param p_u64: u64 = 11
param p_i64: i64 = -5
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[5]
in fixed_i32: i32[5]
uniform fixed_u64: u64[8]
in fixed_i64: i64[5]
in fixed_f32: f32[4]
uniform fixed_f64: f64[11] @align(4)
uniform b10: u16[3, 1]
inout b11: u64[18, 1, 3]
out b12: u16[18, 3]
persistent o13_20: i8[]
inout o14_20: u8[]
scratch b15: atomic u64[2] @live @align(64)
persistent b16: atomic i64[18]
shared b17: u32[6]
shared b18: i16[6]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[18]
scratch q_dead: u32[18]
scratch q_unused: u64[18, 3]
out q_y: u32[18]
out q_z: i64[18]
out q_n: atomic u32[1]
out q_rows: u32[18] @count(q_n)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((p_u32 % 4 != 1) && (b0[fixed_u64[me & 7] % 19] % 4 != 2))
v2 = fixed_bool[(x0 ^ TABLE[1]) % 8]
v2 = (v2 & bool((fixed_bool[me & 1] && v2)))
return TABLE[x0 % 10]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..18 {
q_t[q_i] = b0[q_i] * 6 + q_i
}
barrier grid
barrier grid
each q_k in 0..18 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 1
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 3)
let q_some = subgroup_any(wid.x < 0)
each q_l in 0..18 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..18 {
var q_c = q_m % 8
while q_c < 14 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v3 = subgroup_iscan_max(o13_20[me])
let v4 = subgroup_iscan_max(abs(fixed_u64[me & 1]))
let v5 = subgroup_iscan_max(atomic_max(b16[me], fixed_i64[p_u32 % 6]))
let v6 = subgroup_iscan_and(fixed_bool[b10[me & 7, 0] % 8])
let v7 = subgroup_iscan_and(rotr(o14_20[me], popcount(i64(workgroup_size.z))))
let v8 = subgroup_iscan_and(popcount(i32(o13_20[me])))
let v9 = subgroup_iscan_and((31u64 >> rotl(7i64, p_u32)))
let v10 = subgroup_iscan_and(v5)
let v11 = subgroup_iscan_or(((u32_at(bytes, b12[me, 1] % 41) >= v7) || bool(false)))
let v12 = subgroup_iscan_or(p_u32)
let v13 = subgroup_iscan_or((bool(p_i32) ? p_i32 : (p_i32 & 33i32)))
let v14 = atomic_sub(b16[me], i64(workgroups.z), acquire, system)
atomic_sub(b15[u32(2.5f32) % 3], b11[me, 0, 0], relaxed, device)
for k15 in 4294967295u32 % 2..1 + subgroup * 6 + wid.x + u32(bytes[rotr(b0[7], TABLE[7]) % 41]) % 3 {
if ((v6 ? v11 : fixed_bool[me & 1]) & (fixed_f64[v9 % 12] <= p_f64)) {
b17[here] ^= (u32(v10) << rotl(p_u64, v10))
} else {
}
if (unbits(fixed_u64[(fixed_bool[p_u32 % 8] ? i64(workgroups.x) : 256i64) % 9]) <= unbits(0x43e0000000000000u64)) {
continue
}
}
block l16 {
barrier grid
if p_u32 % 3 == 1 {
if p_u32 % 2 == 1 {
if bool((p_i32 | v8)) && me % 4 == 0 { return }
leave l16
}
barrier workgroup
if me % 3 != 0 {
leave l16
}
let v17 = reverse(b0[me + 2])
}
if (ceil_div(v4, v4) <= p_u64) {
leave l16
}
if me % 2 == 1 {
leave l16
}
}
var w18 = 0
loop {
w18 += 1
if w18 > 2 { break }
block l19 {
if (bool(fixed_bool[v8 % 8]) ? (v12 < 7u32) : (true ^ fixed_bool[me & 1])) { leave l19 }
if ((v12 % 5 == 2) ? (fixed_f32[me & 1] > fixed_f32[me & 3]) : (v6 ? true : v11)) {  }
}
if ((b0[255u32 % 19] % 3 != 2) ? (p_bool ? fixed_bool[127u32 % 8] : fixed_bool[2147483648u32 % 8]) : fixed_bool[b10[p_u32 % 4, 0] % 8]) {
continue
}
if (fixed_bool[u32(fixed_u32[p_u32 % 6]) % 8] ? (fixed_bool[u32(unbits(0x13e1ac1u32)) % 8] != fixed_bool[TABLE[p_u32 % 10] % 8]) : (fixed_bool[u32(true) % 8] ? fixed_bool[(fixed_bool[p_u32 % 8] ? 2147483648u32 : p_u32) % 8] : fixed_bool[clz(2u32) % 8])) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4 >> 32) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10 >> 32) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
