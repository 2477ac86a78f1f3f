// Program 86433 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86433
program conform_86433 service
workgroup 7, 1, 1
grid 1023, 1, 1
param p_bool: bool = true
param p_u32: u32 = 8
param p_i32: i32 = -16
param p_u64: u64 = 10
param p_i64: i64 = -1
param p_f32: f32 = 2.25
param p_f64: f64 = -1.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1029] @axis(0)
out b1: u32[1029]
in bytes: u8[40] @axis(0)
in fixed_bool: bool[9]
uniform fixed_u32: u32[3]
uniform fixed_i32: i32[7] @axis(0)
in fixed_u64: u64[11]
uniform fixed_i64: i64[4]
in fixed_f32: f32[6] @cache(random)
in fixed_f64: f64[5]
uniform b10: i8[6, 3]
inout b11: f64[1029]
out b12: i32[1029]
persistent b13: i64[1029, 3]
scratch b14: u8[1031, 3]
persistent b15: atomic u32[2]
inout b16: atomic u64[1029] @align(1)
mapped b17: i64[1029]
mapped b18: i64[1028]
mapped b19: atomic u32[1029]
shared b20: u32[7]
shared b21: f64[7]
shared b22: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
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
var v2 = reverse((fixed_bool[SUM % 10] ? x0 : x0))
if me <= len(b1) { b13[me, u32(unbits(0x67025dbfu32)) % 3] = i64(fixed_f64[TABLE[p_u32 % 10] % 6]) }
return (bool(bytes[p_u32 % 41]) ? (v2 ^ b0[b0[me + 2] % 1030]) : x0)
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_xor(((7u32 ^ x3) - bytes[b0[me + 0] % 41]))
let v6 = max(ctz(fixed_u64[(true ? 4294967295u64 : fixed_u64[p_u32 % 12]) % 12]), u64(b0[b0[p_u32 % 1030] % 1030]))
b13[me, p_u32 % 3] += abs(b13[me, u32_at(bytes, p_u32 % 41) % 3])
let v7 = grid_iscan_max(p_i64)
return rotl(reverse(x3), clz(v6))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_scan_and(u64((u32_at(bytes, 256u64 % 41) << b13[me, popcount(64u32) % 3])))
let v9 = grid_scan_and(b13[me, 1])
let v10 = grid_scan_or(fixed_bool[me & 1])
let v11 = atomic_max(b16[me], fixed_u64[me & 1], acq_rel, workgroup)
var a12: i64[4]
a12[2] = max(p_i64, v9)
let v13, v14 = f2(fixed_i64[(p_u32 * 1816580054u32) % 6..lid.z % 14], u32(p_bool) % 14)
f3(b1[me..me + 1], ceil_div(clamp(p_u32, b14[me, 1], v14), v14))
barrier workgroup
async_copy(b21, 1, fixed_f64, 127u32 % 6, 127u32 % 8)
barrier grid
wait()
pause()
b19[me] = (v10 ? u32(2u64) : abs(v14))
let v15 = (fixed_bool[b0[98] % 10] ? grid_iscan_xor(b13[me, ceil_div(v14, v14) % 3]) : grid_and((a12[fixed_i64[me & 7] % 5] - fixed_i64[me & 7])))
var w16 = 4
while w16 > 0 {
w16 -= 1
fence()
}
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[2]) + u32(v13) + u32(v14) + u32(v15)
