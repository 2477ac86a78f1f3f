// Program 46128 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46128
program conform_46128 service
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = -18
param p_u64: u64 = 28
param p_i64: i64 = -40
param p_f32: f32 = 8.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32]
in bytes: u8[40] @axis(0)
uniform fixed_bool: bool[5]
uniform fixed_u32: u32[11] @align(32)
in fixed_i32: i32[3]
in fixed_u64: u64[3]
in fixed_i64: i64[9]
in fixed_f32: f32[3]
uniform fixed_f64: f64[6]
uniform b10: u8[3, 3]
out b11: f32[32]
persistent o12_99: bool[, 3]
inout o13_68: bool[, 2]
inout b14: atomic u32[1] @align(64)
out b15: atomic i64[32]
mapped b16: f64[32]
mapped b17: u16[31]
mapped b18: atomic i64[32]
shared b19: u32[1]
shared b20: f32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[128] @count(found)
scratch turn: atomic i32[32]
out relayed: u32[32]
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_and(x0)
var v3 = u64_at(bytes, b0[p_u32 % 33] % 41)
v3 = v3
if me <= len(o12_99) { o12_99[me, 1] = (v3 > (fixed_bool[subgroup % 6] ? p_u64 : v3)) }
return u32(rotl(y1, p_u64))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_and(fixed_bool[(~b19[here]) % 6])
let v5 = subgroup_scan_and(max(1885887439u32, 3u32))
let v6 = subgroup_scan_and(5i32)
let v7 = subgroup_scan_and(fixed_u64[SUM % 4])
let v8 = subgroup_scan_and(9223372036854775807i64)
let v9 = subgroup_scan_or(v4)
let v10 = subgroup_scan_or(v5)
let v11 = subgroup_scan_or(i32(abs(64u64)))
let v12 = subgroup_scan_or(fixed_u64[me + 2])
let v13 = subgroup_scan_or(v8)
let v14 = subgroup_scan_xor(v4)
let v15 = atomic_min(b15[me], v13, relaxed)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = 31u32
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a16: f32[4]
a16[2] = fixed_f32[v12 % 4]
let v17, v18 = f2(a16, bits(b20[here]) % 14)
f3(b1[me..me + 2], v10)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, popcount(p_u32) % 2)
barrier grid
wait()
atomic_add(b14[b10[me + 0, 1] % 2], u32(f32(v12)), acq_rel)
let v19 = ((b10[33u32 % 4, 1] != 128u32) ? grid_iscan_or(v9) : grid_iscan_and(v9))
barrier workgroup
b16[me] += round(fixed_f64[me + 2])
each k20 in v15 % 3..(fixed_i64[3u32 % 10] & fixed_i64[i32(-2147483647) % 10]) % 6, k21 in fixed_i64[v10 % 10] % 3..i64(v19) % 7, k22 in fixed_i32[3u32 % 4] % 3..p_i32 % 3 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(a16[2]) + u32(v17) + u32(v18) + u32(v19)
