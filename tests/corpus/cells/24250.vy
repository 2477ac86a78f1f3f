// Program 24250 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 24250
program conform_24250
workgroup 8, 4, 1
grid 16, 12, 1
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 1
param p_u64: u64 = 21
param p_i64: i64 = -36
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[9]
in fixed_i32: i32[5]
uniform fixed_u64: u64[7]
in fixed_i64: i64[8]
uniform fixed_f32: f32[8]
in fixed_f64: f64[6]
uniform b10: i16[3, 2]
out b11: f64[192]
out b12: u16[193]
inout b13: u32[193, 3]
inout b14: u64[193]
inout b15: atomic u64[3]
scratch b16: atomic u64[192]
shared b17: u32[32]
shared b18: f64[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_xor(fixed_i64[u32(2147483647i32) % 9])
let v1 = workgroup_scan_add(b12[me])
let v2 = workgroup_scan_add(fixed_i32[v1 % 6])
let v3 = atomic_max(b16[me], 255u64, acq_rel, system)
var a4: i32[4]
a4[2] = a4[fixed_u64[p_u32 % 8] % 5]
let v5, v6 = f2(fixed_i32, (fixed_bool[me + 2] ? v1 : v1) % 14)
f3(b1[me..me + 2], max(fixed_u32[v1 % 10], u32(v0)))
barrier workgroup
async_copy(b18, 0, fixed_f64, u32_at(bytes, 17) % 7, 23)
wait()
let v7 = ((fixed_bool[TABLE[6] % 7] && fixed_bool[758471202u32 % 7]) ? grid_scan_add(rotl(b14[me], v3)) : grid_iscan_or(u64(v2)))
if me <= len(b11) { b11[me] = trunc(unbits(p_u64)) }
block l8 {
if (u64(2147483648u32) < (p_bool ? fixed_u64[p_u32 % 8] : fixed_u64[u32(33i64) % 8])) {
leave l8
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
