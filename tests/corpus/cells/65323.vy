// Program 65323 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 65323
program conform_65323 service
workgroup 2, 3, 1
grid 2, 3, 1
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = 8
param p_u64: u64 = 38
param p_i64: i64 = -22
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[6]
out b1: u32[6]
in bytes: u8[40] @align(16)
in fixed_bool: bool[7]
in fixed_u32: u32[7] @axis(0)
uniform fixed_i32: i32[3]
in fixed_u64: u64[11]
uniform fixed_i64: i64[6]
uniform fixed_f32: f32[8]
in fixed_f64: f64[9]
in o10_5: i16[] @axis(0)
persistent o11_18: u32[, 3]
persistent o12_48: u8[, 2, 3] @cache(streaming)
inout b13: bool[5]
out b14: atomic u64[2]
inout o15_6: atomic i64[]
mapped b16: u32[6]
mapped b17: i8[len(b0)] @align(32)
mapped b18: atomic i32[6]
shared b19: u32[6]
shared b20: f64[6]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[1]
out relayed: u32[1]
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_min(ceil_div(x0, u32(o10_5[x0 % 6])))
let v3 = ((true ? fixed_i64[p_u32 % 7] : fixed_i64[347879025u32 % 7]) ^ (~fixed_i64[u32(256i64) % 7]))
block l4 {
each i in 0i32..6 {
if ((p_u32 % 5 >= 2) ? (len(o11_18, 0) % 2 != 2) : (fixed_bool[wid.y % 8] && p_bool)) { continue }
}
if (bool(fixed_u64[63u32 % 12]) ? (fixed_u64[fixed_i64[p_u32 % 7] % 12] == fixed_u64[b0[p_u32 % 7] % 12]) : fixed_bool[u32(p_bool) % 8]) {
leave l4
}
if wid.x % 4 != 0 {
leave l4
}
}
return u32(fixed_u64[me & 3])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_iscan_add(i64(p_f32))
let v7 = workgroup_iscan_min(min(ceil_div(p_u32, workgroups.x), b16[me]))
let v8 = workgroup_iscan_min((-1i32))
let v9 = atomic_min(o15_6[me], v6)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = 4294967295u32
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a10: f64[1]
a10[0] = (p_f64 + a10[v7 % 2])
let v11, v12 = f2(fixed_f64[3u32 % 6..v7 % 14], 4294967294u32 % 14)
f3(b1[me..me + 1], ((v8 > p_i32) ? v12 : min(b0[me & 3], TABLE[v12 % 10])))
fence()
atomic_sub(b14[u32(v9) % 3], ctz(u64(v8)), acquire)
let v13 = (u64(fixed_f64[b0[1] % 10]) + workgroup_load(fixed_u64[fixed_u64[p_u32 % 12] % 12]))
let v14 = (ctz(lid.x) - u32(v11))
each k15 in v13 % 3..fixed_u64[1977333368u32 % 12] % 6, k16 in fixed_u64[ceil_div(TABLE[p_u32 % 10], 4294967295u32) % 12] % 3..mulhi(v13, 1680791114u64) % 5, k17 in fixed_i64[2147483648u32 % 7] % 3..min(fixed_i64[(-647554764u32) % 7], fixed_i64[fixed_i64[1] % 7]) % 5 {
pause()
atomic_sub(b14[reverse(v7) % 3], (bool(v9) ? u64(v9) : min(p_u64, (clock() % 1))), acquire, system)
var v18 = ((v13 * u64_at(bytes, 1099665547u32 % 41)) >> u32(k17))
v18 = rotl((b13[me] ? v13 : fixed_u64[u32(v11) % 12]), i32(wid.y))
}
a10[(v12 & 2147483648u32) % 1] += min(f64(v13), (v11 - v11))
let v19 = grid_iscan_or((i64(workgroups.z) != v6))
barrier grid
o11_18[me, 1] += ((v12 > TABLE[p_i64 % 10]) ? p_u32 : (o11_18[me, 1] & b1[me & 7]))
barrier grid
o11_18[me, 1] = u32(u32(fixed_f64[me & 7]))
a10[(v14 << o11_18[me, 1]) % 1] += f64(sqrt(a10[v6 % 2]))
var w20 = 0
loop {
w20 += 1
if w20 > 4 { break }
if (f64(v8) < f64(v13)) {
}
if (b13[me] & p_bool) { break }
if (v19 && (v19 ? false : fixed_bool[3u32 % 8])) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(bits(a10[0]) >> 32) + u32(bits(v11) >> 32) + u32(v12) + u32(v13 >> 32) + u32(v14) + u32(v19)
