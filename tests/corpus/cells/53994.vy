// Program 53994 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 53994
program conform_53994
workgroup 1, 1, 1
grid 32, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = -18
param p_u64: u64 = 36
param p_i64: i64 = -28
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[6] @align(64)
in fixed_i32: i32[4]
in fixed_u64: u64[7] @axis(0)
in fixed_i64: i64[9]
in fixed_f32: f32[7]
uniform fixed_f64: f64[4] @cache(temporal)
in b10: i8[2, 2]
out b11: f64[len(b0)]
scratch b12: f32[len(b0)] @live @cache(temporal)
persistent b13: u64[32]
scratch b14: i32[33]
out b15: atomic i32[2] @cache(streaming)
inout o16_32: atomic i32[]
shared b17: u32[1]
shared b18: f64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[128] @count(found)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min((fixed_u64[me + 2] << i32(fixed_bool[63u32 % 12])))
let v1 = workgroup_iscan_min(rotr(fixed_i64[b17[here] % 10], fixed_i32[rotr(p_i32, b17[here]) % 5]))
let v2 = workgroup_iscan_max((fixed_bool[len(b0) % 12] ? p_u32 : fixed_u32[p_u32 % 7]))
let v3 = atomic_max(o16_32[me], 127i32)
var a4: u64[1]
a4[0] = (b13[me] / v0)
let v5, v6 = f2(a4, b17[here] % 14)
f3(b1[me..me + 2], u32(u32(v1)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 0)
barrier grid
wait()
barrier grid
let v7 = grid_load(fixed_f32[63u32 % 8])
let v8 = (abs(p_i32) + workgroup_scan_min((-1i32)))
if bool(mulhi(v3, v3)) && me % 4 == 0 { return }
var w9 = 0
loop {
w9 += 1
if w9 > 2 { break }
a4[v2 % 1] = (a4[(v6 / TABLE[p_u32 % 10]) % 2] * ((fixed_bool[me + 2] ? v5 : b13[me]) % rotr(v5, 255u32)))
}
atomic_store(o16_32[me], clz(p_i32), relaxed, device)
b11[me] = b11[(me * 5 + 5) % 32] + grid_max(fixed_f64[v1 % 5])
b13[me] = popcount(u64(v7))
let v10 = grid_min(b18[here])
region "r11" {
var v12 = i64(u64(b0[ceil_div(5u32, b0[22]) % 33]))
v12 += 2i64
b11[me] += f64(i32(3i32))
if ((fixed_bool[4294967294u32 % 12] ? b0[(~p_u32) % 33] : b0[max(fixed_i64[p_u32 % 10], 260878589i64) % 33]) < clz(fixed_u32[(1838993172u32 + 7u32) % 7])) {
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v10)
