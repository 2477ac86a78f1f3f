// Program 23360 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 23360
program conform_23360 service
workgroup 256, 1, 1
grid 768, 1, 1
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = -6
param p_u64: u64 = 32
param p_i64: i64 = -27
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 256
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[768]
out b1: u32[768]
in bytes: u8[40]
uniform fixed_bool: bool[10]
in fixed_u32: u32[8]
in fixed_i32: i32[8]
uniform fixed_u64: u64[6]
uniform fixed_i64: i64[11]
in fixed_f32: f32[5]
in fixed_f64: f64[11]
in b10: u8[1]
inout b11: u8[768]
scratch b12: u16[770] @live
persistent b13: f64[769, 1]
inout b14: bool[767]
persistent b15: i16[770] @axis(0)
out b16: atomic i32[3]
inout b17: atomic u64[768] @align(8)
mapped b18: bool[768]
mapped b19: f64[768]
mapped b20: atomic i32[768]
shared b21: u32[256]
shared b22: u8[256]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_max(fixed_u32[255u32 % 9])
let v1 = subgroup_scan_max((b14[me] ? fixed_i32[me & 7] : i32(workgroup_size.y)))
let v2 = subgroup_scan_max((min((clock() * 0), fixed_u64[clz(TABLE[3]) % 7]) & u64(fixed_f64[me & 1])))
let v3 = subgroup_scan_max(i64(v1))
let v4 = subgroup_scan_and((bool(b19[me]) ? bool(v2) : (fixed_bool[me & 1] | b14[me])))
let v5 = subgroup_scan_and(b21[here])
let v6 = subgroup_scan_and(atomic_load(b20[me], acquire, workgroup))
let v7 = subgroup_scan_and((v2 / v2))
let v8 = subgroup_scan_and(i64(wid.y))
let v9 = subgroup_scan_or(v4)
let v10 = subgroup_scan_or(4294967294u32)
let v11 = atomic_exchange(b17[me], v7, relaxed)
var a12: u32[5]
a12[2] = u32(v1)
let v13, v14 = f2(fixed_u32[popcount(v5) % 6..reverse(v10) % 14], (v10 / a12[3]) % 14)
f3(b1[me..me + 1], u32_at(bytes, max(v0, v5) % 41))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, 127u32 % 257)
wait()
pause()
for k15 in -2..2 {
fence()
let v16 = ((fixed_i32[(-64u32) % 9] == fixed_i32[33u32 % 9]) ? subgroup_max(fixed_f32[me & 7]) : subgroup_min(trunc(fixed_f32[me & 3])))
}
if ((fixed_i32[u32(2.5f64) % 9] == 3i32) ? grid_any(((!v4) != (fixed_f32[me & 3] <= fixed_f32[(false ? v5 : v10) % 6]))) : grid_all(fixed_bool[me & 7])) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(a12[2]) + u32(v13) + u32(v14)
