// Program 41907 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 41907
program conform_41907
workgroup 31, 1, 1
grid 29, 1, 1
param p_bool: bool = false
param p_u32: u32 = 26
param p_i32: i32 = -8
param p_u64: u64 = 19
param p_i64: i64 = -8
param p_f32: f32 = 5.25
param p_f64: f64 = -5.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[11]
in fixed_i32: i32[6]
uniform fixed_u64: u64[5]
in fixed_i64: i64[10]
in fixed_f32: f32[6]
in fixed_f64: f64[4]
in b10: i8[5]
inout b11: i8[31]
out b12: i64[31]
scratch b13: u8[31]
out b14: i32[33, 3]
scratch b15: atomic u64[3] @live
out b16: atomic i32[31] @cache(streaming)
shared b17: u32[31]
shared b18: i8[31]
shared b19: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1984] @count(found)
scratch turn: atomic i64[1]
out relayed: u32[1]
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = u32(atomic_exchange(b16[me], i32(workgroup_size.z), acquire))
var w3 = 0
while w3 < 3 && ((fixed_bool[(true ? b0[me + 0] : 64u32) % 10] && fixed_bool[me & 3]) & (fixed_bool[me & 3] || fixed_bool[u64(lid.y) % 10])) {
w3 += 1
atomic_store(b16[me], ((fixed_bool[v2 % 10] ? fixed_bool[me & 1] : fixed_bool[me & 3]) ? (i32(grid_size.y) * y1) : i32(p_f64)))
if (fixed_f64[me & 3] == (fixed_bool[me & 7] ? fixed_f64[me & 3] : fixed_f64[me & 3])) { continue }
}
return u32((1577767279u32 % 2 < 1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_add(p_i32)
let v5 = workgroup_iscan_add(fixed_u64[p_u32 % 6])
let v6 = workgroup_iscan_add(i64(gid.x))
let v7 = atomic_compare_exchange(b16[me], v4, i32(workgroups.z))
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (u32(222643494i32) << fixed_i32[me & 3])
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
var a8: f32[3]
a8[1] = (fixed_f32[me & 7] / a8[b13[me] % 4])
let v9, v10 = f2(fixed_f32[798173397u32 % 6..popcount(3u32) % 14], 63u32 % 14)
f3(b1[me..me + 1], b13[me])
barrier workgroup
async_copy(b18, 0, b10, b0[17] % 6, 20)
barrier grid
wait()
b15[(fixed_bool[me & 7] ? v10 : fixed_u32[me & 3]) % 4] += v5
if me < len(b13) { b13[me] += mulhi((v10 << v5), (-b0[me & 7])) }
let v11 = fixed_i64[4294967295u32 % 11]
var v12 = fixed_f32[me & 3]
v12 += ceil((v9 / v12))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(bits(a8[1])) + u32(bits(v9)) + u32(v10) + u32(v11) + u32(bits(v12))
