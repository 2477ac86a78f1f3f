// Program 45986 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45986
program conform_45986
workgroup 7, 1, 1
grid 27, 1, 1
param p_bool: bool = true
param p_u32: u32 = 27
param p_i32: i32 = -2
param p_u64: u64 = 20
param p_i64: i64 = -7
param p_f32: f32 = 7.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[3]
in fixed_u64: u64[7]
uniform fixed_i64: i64[9]
in fixed_f32: f32[7]
uniform fixed_f64: f64[9]
in b10: u8[5, 2]
scratch b11: f64[28]
persistent b12: u16[28, 3]
scratch b13: f64[29, 3] @live
scratch b14: f64[28, 2] @align(64)
persistent b15: f64[28, 3] @cache(streaming)
out b16: atomic u32[1]
persistent b17: atomic i32[28]
shared b18: u32[7]
shared b19: f64[7]
shared b20: atomic i32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(b10[me & 3, 1])
let v1 = grid_scan_max(clz(p_i32))
let v2 = grid_scan_max(clamp(fixed_u64[me & 3], fixed_u64[me & 7], fixed_u64[me & 1]))
let v3 = atomic_max(b17[me], i32(gid.x), relaxed, workgroup)
var a4: u64[2]
a4[1] = max(p_u64, v2)
let v5, v6 = f2(a4, v0 % 14)
f3(b1[me..me + 1], ((fixed_bool[me & 3] | fixed_bool[me & 1]) ? u32(fixed_i64[u32(fixed_u64[p_u32 % 8]) % 10]) : (-b10[me & 7, 1])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 2)
wait()
atomic_sub(b16[0u32 % 2], (popcount(v6) | (v6 % p_u32)))
let v7 = ((fixed_f64[33u32 % 10] + 3.0f64) + workgroup_max(floor(fixed_f64[me & 3])))
b11[me] = clamp((v7 + v7), floor(v7), fma(v7, p_f64, v7))
let v8 = (fma(v7, fixed_f64[me & 3], v7) + grid_min(fma(v7, unbits(0x8374daeba6f76c73u64), (fixed_bool[u32(v6) % 6] ? unbits(0x9d026910a6f93151u64) : 1.0f64))) * grid_broadcast(b13[me, bytes[me + 0] % 3], p_u32 % 29))
each i in 0u64..28 {
b1[i] += b0[b10[p_u32 % 6, 1] % 29]
}
var w10 = 2
while w10 > 0 {
w10 -= 1
barrier workgroup
async_copy(b18, 1, fixed_u32, u32(i32(-2147483647)) % 7, 4)
wait()
barrier workgroup
let n11 = fixpoint k12 in 1..1 {
var v13 = (((k12 % 2 < 2) ? wid.z : reverse(k12)) & ceil_div(2u32, u32(fixed_i32[u32(unbits(0xcf000000u32)) % 4])))
v13 = grid_and(2147483647u32)
atomic_add(b16[rotr(b18[here], v1) % 2], u32(fixed_i64[me & 3]))
let v14 = grid_scan_and((i64(wid.x) & p_i64))
if k12 < 4 && (b18[here] % 5 != 1) { again }
}
if ((p_f32 > fixed_f32[fixed_i64[7] % 8]) && bool(p_u64)) {
atomic_add(b16[b0[me + 0] % 2], (u32(true) - u32(p_bool)), acq_rel)
barrier grid
break
}
let v16 = grid_iscan_or(v5)
if fixed_bool[0u32 % 6] {
barrier grid
break
}
barrier grid
}
b15[me, 1] += f64((v0 % v6))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1] >> 32) + u32(v5 >> 32) + u32(v6) + u32(bits(v7)) + u32(bits(v8))
