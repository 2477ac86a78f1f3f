// Program 66906 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 66906
program conform_66906
workgroup 4, 4, 3
grid 13, 4, 3
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = -14
param p_u64: u64 = 1
param p_i64: i64 = -35
param p_f32: f32 = 6.25
param p_f64: f64 = -5.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[10]
in fixed_i32: i32[5]
uniform fixed_u64: u64[11]
in fixed_i64: i64[3]
in fixed_f32: f32[5]
uniform fixed_f64: f64[6]
in b10: i16[5]
out b11: u16[194]
scratch b12: f64[194]
out b13: u8[193, 2, 3]
persistent o14_388: u32[, 2]
out b15: atomic u64[4]
persistent b16: atomic i32[192]
shared b17: u32[48]
shared b18: i64[48]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[4]
out relayed: u32[4]
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = y1
block l3 {
var w4 = 0
while w4 < 5 && ((bytes[workgroups.z % 41] % 5 == 2) && (fixed_bool[p_i32 % 5] != p_bool)) {
w4 += 1
if (bool(u64_at(bytes, u64(-3.0f64) % 41)) ^ (fixed_bool[x0 % 5] ? fixed_bool[me + 2] : fixed_bool[me + 2])) { continue }
}
if bool(u32(fixed_f32[min(fixed_u32[me + 2], x0) % 6])) { return abs(x0) }
}
return u32_at(bytes, workgroups.z % 41)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_iscan_and(fixed_i32[bits(unbits(0x11707df1u32)) % 6])
let v6 = workgroup_iscan_and(fixed_u64[1299467357u32 % 12])
let v7 = workgroup_iscan_and(fixed_i64[max(v5, v5) % 4])
let v8 = atomic_xor(b16[me], v5, acquire)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32((v7 >> v8))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a9: bool[3]
a9[1] = p_bool
let v10, v11 = f2(fixed_bool, u32_at(bytes, 6) % 14)
f3(b1[me..me + 2], (2147483648u32 >> p_i64))
atomic_sub(b15[(TABLE[p_u32 % 10] + v11) % 5], u64((v10 ? v7 : v7)), release)
let v12 = ((v10 ? v11 : b11[me]) + grid_and(p_u32) * grid_broadcast(v11, 4294967294u32 % 193))
var w13 = 0
loop {
w13 += 1
if w13 > 4 { break }
a9[min(v11, fixed_u32[p_u32 % 11]) % 3] = (u32((true ? fixed_f64[me + 2] : fixed_f64[me + 0])) % 4 != 1)
if (fixed_bool[v11 % 5] ? (a9[bits(fixed_f32[me + 2]) % 4] && fixed_bool[me + 0]) : bool(b12[me])) { break }
}
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 5)
barrier grid
wait()
a9[fixed_u32[p_u32 % 11] % 3] = ((v11 / fixed_u32[v7 % 11]) % 2 >= 2)
var w14 = 2
while w14 > 0 && (w14 % 3 == 2 || grid_all(((false ? v11 : v11) % 5 != 1))) {
w14 -= 1
a9[v11 % 3] = ((!fixed_bool[clamp(wid.y, b13[me, 1, 2], b11[me]) % 5]) ^ bool(u64_at(bytes, reverse(TABLE[p_u32 % 10]) % 41)))
each k15 in fixed_u64[me + 1] % 3..38 {
b11[me] += rotl(u32(p_u32), (-v11))
b11[me] = v11
b1[me] = ((-b11[me]) | b11[me])
}
var v16 = (f32(bits(-16777217.0f64)) * clamp(p_f32, abs(fixed_f32[3u32 % 6]), ceil(fixed_f32[clamp(0i32, 1049025523i32, 32i32) % 6])))
b11[me] += (~v11)
}
fixpoint k18 in 1..4 {
if k18 < 2 && v10 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(a9[1]) + u32(v10) + u32(v11) + u32(v12)
