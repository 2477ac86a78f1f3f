// Program 6560 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6560
program conform_6560 service
workgroup 64, 1, 1
grid 257, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 16
param p_u64: u64 = 22
param p_i64: i64 = -14
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[320]
out b1: u32[320] @range(989, 26)
in bytes: u8[40] @axis(0)
in fixed_bool: bool[9]
uniform fixed_u32: u32[10] @align(8)
in fixed_i32: i32[8]
in fixed_u64: u64[5]
in fixed_i64: i64[6]
in fixed_f32: f32[7]
in fixed_f64: f64[4] @cache(streaming)
in b10: i8[6, 1]
out b11: i64[320]
inout o12_322: u8[] @axis(0)
out b13: bool[320, 2]
persistent b14: atomic i64[4]
inout o15_320: atomic u64[]
mapped b16: u16[320]
mapped b17: i32[320]
mapped b18: atomic i32[320] @cache(random)
shared b19: u32[64]
shared b20: i64[64]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1280] @count(found)
scratch turn: atomic i64[5]
out relayed: u32[5]
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_xor(u32_at(bytes, rotr(31u32, 4294967295u32) % 41))
let v1 = subgroup_xor((fixed_bool[min(v0, v0) % 10] ? b17[me] : p_i32))
let v2 = subgroup_xor((fixed_bool[2147483648u32 % 10] ? fixed_u64[fixed_u32[me + 0] % 6] : u64_at(bytes, rotr(v0, 31i64) % 41)))
let v3 = subgroup_xor(i64((fixed_bool[fixed_i64[me + 2] % 10] ? fixed_i64[v0 % 7] : b11[me])))
let v4 = subgroup_scan_add(p_u32)
let v5 = subgroup_scan_add(b17[me])
let v6 = subgroup_scan_add(v2)
let v7 = subgroup_scan_add(i64(o12_322[me]))
let v8 = subgroup_scan_min((v0 - v0))
let v9 = subgroup_scan_min(mulhi(atomic_load(b18[me]), v5))
let v10 = subgroup_scan_min(u64((-1i32)))
let v11 = atomic_xor(o15_320[me], p_u64, acquire)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32(u64_at(bytes, p_u32 % 41))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a12: u32[1]
a12[0] = mulhi(v8, bytes[u32(v11) % 41])
let v13, v14 = f2(TABLE, u32(v6) % 14)
f3(b1[me..me + 1], a12[u32(p_i64) % 2])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 45)
wait()
fence()
b14[fixed_u32[p_u32 % 11] % 5] += i64(u64(false))
block l15 {
let v16 = v2
if fixed_bool[abs(127u32) % 10] {
leave l15
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[0]) + u32(v13) + u32(v14)
