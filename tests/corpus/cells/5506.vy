// Program 5506 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5506
program conform_5506
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = false
param p_u32: u32 = 35
param p_i32: i32 = 18
param p_u64: u64 = 5
param p_i64: i64 = -11
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[4]
in fixed_i32: i32[7] @align(128)
in fixed_u64: u64[10]
uniform fixed_i64: i64[3]
in fixed_f32: f32[9] @align(64)
in fixed_f64: f64[4]
uniform b10: u16[5, 2]
persistent b11: f64[32]
scratch b12: i16[33, 3, 1] @live
persistent b13: u8[33]
scratch b14: u64[32, 3] @live
out b15: atomic u64[3]
persistent b16: atomic u64[32] @axis(0)
shared b17: u32[1]
shared b18: f64[1]
shared b19: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_min(fixed_i32[255u32 % 8])
let v1 = workgroup_scan_min((81775977u64 ^ (~fixed_u64[me & 7])))
let v2 = workgroup_scan_min((i64(fixed_u64[me & 1]) >> i32(2.5f64)))
let v3 = atomic_max(b16[me], p_u64)
var a4: i64[1]
a4[0] = (v2 << a4[rotl(b13[me], fixed_i32[me & 3]) % 2])
let v5, v6 = f2(fixed_i64, 128u32 % 14)
f3(b1[me..me + 2], rotl(min(v6, v6), v0))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, b10[p_u32 % 6, 1] % 2)
barrier grid
wait()
atomic_add(b15[mulhi(u32_at(bytes, 25), p_u32) % 4], (v1 >> (v0 << v6)), release)
for k7 in b10[1, 1] % 2..1 + u32(fixed_i64[127u32 % 4]) % 3 {
var w8 = 3
while w8 > 0 && (w8 % 3 == 2 || workgroup_load(fixed_bool[p_u32 % 9])) {
w8 -= 1
if fixed_bool[bytes[7] % 9] {
continue
}
if (fixed_bool[b10[3, 1] % 9] & (p_f32 >= p_f32)) {
continue
}
if (bool(fixed_f64[2i32 % 5]) && bool(p_f32)) {
break
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6)
