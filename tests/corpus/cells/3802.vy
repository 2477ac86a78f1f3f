// Program 3802 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3802
program conform_3802
workgroup 32, 1, 1
grid 56, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = 2
param p_u64: u64 = 28
param p_i64: i64 = -34
param p_f32: f32 = 6.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64] @axis(0)
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[4] @align(256)
in fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[7]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[4]
in fixed_f64: f64[8]
uniform b10: u8[2, 1]
scratch b11: u8[64] @live
out b12: i16[66, 1]
persistent b13: u64[66]
scratch b14: i16[66, 1]
scratch b15: i64[65, 1] @live
scratch b16: atomic i32[4]
persistent b17: atomic i32[64]
shared b18: u32[32]
shared b19: u8[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
let v2 = grid_scan_min((~u32(fixed_f64[bits(unbits(0x7f800000u32)) % 9])))
let v3 = (p_bool ? grid_add(v2) : grid_broadcast((v2 % u32_at(bytes, TABLE[p_u32 % 10] % 41)), fixed_u32[p_u32 % 7] % 65))
var v4 = u32(y1)
v4 += ((fixed_i64[u64_at(bytes, p_u32 % 41) % 10] >= fixed_i64[fixed_i64[p_u32 % 10] % 10]) ? u32(fixed_f64[127i64 % 9]) : min(v3, p_u32))
let v5 = abs(u64(unbits(0x800000u32)))
return u32(clz(v5))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_iscan_and(b15[me, 0])
let v7 = workgroup_iscan_or((fixed_bool[me & 1] && fixed_bool[me & 3]))
let v8 = workgroup_iscan_or(b1[me])
let v9 = atomic_exchange(b17[me], p_i32, acquire)
var a10: u32[3]
a10[1] = (v8 + b18[here])
let v11, v12 = f2(fixed_u32[u32(fixed_f32[me & 1]) % 6..v8 % 14], (p_bool ? a10[1] : v8) % 14)
f3(b1[me..me + 2], ((~128u32) - ctz(v11)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 7)
wait()
a10[b10[me & 1, 0] % 3] = u32(max(fixed_f32[127u32 % 5], (fixed_f32[me & 3] / fixed_f32[me & 7])))
var w13 = 0
loop {
w13 += 1
if w13 > 2 { break }
let v14 = grid_broadcast(trunc(16777217.0f32), 709427192u32 % 65)
let v15 = ((true ? b0[(p_bool ? 2u32 : 33u32) % 65] : b0[128u32 % 65]) + workgroup_broadcast(u32((fixed_bool[9223372036854775808u64 % 5] ? fixed_u64[u32(fixed_u64[5]) % 8] : fixed_u64[me & 7])), 3u32 % 33) * workgroup_and(u32(v6)))
{
b14[me, 0] = b14[(me * 5 + 8) % 66, 0] + grid_max(p_i32)
block l16 {
a10[7u32 % 3] += clamp((~grid_size.y), u32(p_f32), (a10[b10[me & 1, 0] % 4] / v12))
if (u32(v15) % 2 != 2) {  }
}
let v17 = (fixed_u64[31u32 % 8] + grid_or((-b13[me])) * grid_load(fixed_u64[u32(u64_at(bytes, p_u32 % 41)) % 8]))
}
block l18 {
var a19: u32[4]
a19[b18[p_u32 % 33] % 4] ^= ((gid.z >> v6) + workgroup_scan_min((a10[b18[20] % 4] + b18[me + 2])))
let v20 = a19[b10[me & 7, 0] % 4]
if subgroup % 3 == 0 {
leave l18
}
atomic_xor(b16[p_u32 % 5], (bool(p_i64) ? v9 : i32(v7)), relaxed)
if (bool(0.1f64) & bool(p_u64)) {
leave l18
}
b13[me] += u64(mulhi(v8, fixed_u32[me & 1]))
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(a10[1]) + u32(v11) + u32(v12)
