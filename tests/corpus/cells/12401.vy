// Program 12401 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12401
program conform_12401 service
workgroup 2, 3, 1
grid 3, 3, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = -2
param p_u64: u64 = 4
param p_i64: i64 = -35
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[12]
out b1: u32[12]
in bytes: u8[40] @cache(random)
uniform fixed_bool: bool[11]
uniform fixed_u32: u32[3]
in fixed_i32: i32[8]
in fixed_u64: u64[11]
uniform fixed_i64: i64[10]
in fixed_f32: f32[7] @align(32)
in fixed_f64: f64[11]
uniform b10: u16[1, 1] @axis(0)
persistent o11_33: i8[, 3] @align(8) @cache(random)
persistent b12: f32[12, 1]
inout b13: u32[14]
inout b14: atomic u32[3]
out b15: atomic i32[12]
mapped b16: bool[12]
mapped b17: i16[12]
mapped b18: atomic u64[12]
shared b19: u32[6]
shared b20: bool[6]
shared b21: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[2]
out relayed: u32[2]
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[4]
a2[x0 % 4] = (bool(fixed_f32[me & 7]) ? fixed_bool[TABLE[8] % 12] : bool(a2[b10[0, 0] % 5]))
let v3 = a2[x0 % 4]
a2[(v3 ? b13[me] : p_u32) % 4] = (((!true) ? (y1 > y1) : (fixed_f64[me & 1] == fixed_f64[me & 7])) ? (!bool(y1)) : (p_u32 % 2 == 1))
let v4 = 4294967295u64
return (b10[me & 3, 0] & u32(fixed_f64[me & 1]))
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_load(b21[p_u32 % 4])
var v8 = (f32(fixed_bool[me & 3]) * (fixed_f32[me & 7] * p_f32))
b13[me] = u32(fixed_i64[me & 3])
v8 += fma(f32(v8), (unbits(0x2f0bce72u32) + v8), -1.0f32)
return ((-b0[me & 3]) * x5)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v9 = f0(abs(b10[255u32 % 2, 2u32 % 1]), i32(b16[me]))
let v10 = grid_and(i32(18446744073709551615u64))
let v11 = grid_and(fixed_u64[me & 7])
let v12 = grid_and(fixed_i64[me & 7])
let v13 = atomic_xor(b15[me], v10, relaxed, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = fixed_u32[me & 1]
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
var a14: i64[4]
a14[2] = (b20[here] ? fixed_i64[me & 1] : a14[v9 % 5])
let v15, v16 = f2(fixed_i64, 63u32 % 14)
f3(b1[me..me + 2], (u32(b20[here]) + (p_bool ? v9 : v16)))
atomic_add(b14[(v16 % 33u32) % 4], bits(b12[me, v16 % 1]), relaxed, workgroup)
if ((fixed_bool[31u32 % 12] ? p_u32 : p_u32) % 3 == 1) {
b16[me] = ((b16[me] != b16[me]) ? bool(p_u32) : (3u64 != v11))
a14[min(v16, v16) % 4] = (i64(b16[me]) + workgroup_scan_or(a14[(false ? v12 : a14[3]) % 5]) * workgroup_iscan_max((v15 * v12)))
if p_bool {
atomic_sub(b14[TABLE[4] % 4], v9, acq_rel, workgroup)
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(a14[2]) + u32(v15) + u32(v16)
