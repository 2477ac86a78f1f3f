// Program 6305 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6305
program conform_6305 service
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 20
param p_i32: i32 = -5
param p_u64: u64 = 25
param p_i64: i64 = -14
param p_f32: f32 = 7.25
param p_f64: f64 = -3.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[11]
in fixed_i32: i32[7]
in fixed_u64: u64[5]
uniform fixed_i64: i64[11]
in fixed_f32: f32[6]
in fixed_f64: f64[5]
in b10: u8[1]
persistent b11: u64[32]
out b12: u32[34]
out b13: u32[32]
scratch b14: atomic u64[2] @live
persistent b15: atomic i32[32]
mapped b16: i16[32]
mapped b17: i32[32]
mapped b18: atomic i64[32]
shared b19: u32[1]
shared b20: u64[1]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[32]
out relayed: u32[32]
out t_n: atomic i32[32]
out t_y: u32[32]
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_or(t_n[me], 1 << t_y[me]) >> 6 == 0 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 11 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = grid_iscan_min(p_u64)
let v1 = grid_iscan_min(2020592569i64)
let v2 = grid_iscan_max(u32_at(bytes, (2141128910u32 / 127u32) % 41))
let v3 = atomic_and(b15[me], i32(-2147483647), acquire, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (ceil_div(63u32, v2) ^ (gid.y / v2))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, u32(p_i64) % 2)
barrier grid
wait()
fence()
var v4 = workgroup_max((v0 << fixed_i64[me & 7]))
if me <= len(b1) { b11[me] += (ceil_div(v4, (p_bool ? 2u64 : 64u64)) + (min(v0, p_u64) * u64(fixed_bool[me & 1]))) }
v4 += (u64(wid.x) + workgroup_add(bits(fixed_f64[me & 3])) * workgroup_broadcast(v4, 1u32 % 2))
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4)
