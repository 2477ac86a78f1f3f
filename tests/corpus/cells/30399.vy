// Program 30399 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30399
program conform_30399
workgroup 64, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = 17
param p_u64: u64 = 38
param p_i64: i64 = -39
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128] @cache(streaming)
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[7] @cache(streaming)
in fixed_i32: i32[7]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[8]
uniform fixed_f32: f32[11]
in fixed_f64: f64[4]
in o10_4: i8[, 1]
scratch b11: f64[128]
inout b12: u16[130] @axis(0)
inout b13: u32[128]
inout b14: f32[130, 2, 3] @align(64)
scratch b15: bool[128, 3]
out b16: atomic i64[1] @range(1, 6) @axis(0)
out b17: atomic u64[128]
shared b18: u32[64]
shared b19: f64[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = round(unbits(0x4f800000u32))
v2 += (f32(fixed_u64[me & 7]) * f32(p_i32))
if (!fixed_bool[me & 7]) {
var v3 = ceil(f32((fixed_bool[(fixed_i32[me & 1] << 7u64) % 4] ? p_u32 : 0u32)))
} else if (bytes[me + 1] % 4 == 2) {
}
return reverse((x0 / x0))
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_iscan_and(bits(fixed_f32[me & 3]))
let v7 = clz(rotl(y5, 255i32))
b12[me] += x4
block l8 {
if (fixed_bool[me & 7] || (v6 > b0[me + 0])) {  }
if (bool(fixed_bool[me & 3]) && (fixed_i32[p_u32 % 8] == v7)) {  }
}
return v6
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v9 = f1(((b13[me] / fixed_u32[me & 1]) >> u32(fixed_bool[me & 3])), i32(SUM))
let v10 = grid_scan_max(fixed_i32[me & 7])
let v11 = grid_scan_max(atomic_add(b17[me], 2u64, acquire, system))
let v12 = grid_scan_max(fixed_i64[me & 3])
let v13 = atomic_max(b17[me], u64_at(bytes, p_u32 % 41), release, system)
var a14: f32[3]
a14[1] = (b14[me, 1, 2] * 0.1f32)
let v15, v16 = f2(fixed_f32, p_u32 % 14)
f3(b1[me..me + 2], u32(bool(fixed_f32[me & 3])))
barrier workgroup
async_copy(b19, 1, fixed_f64, 4294967294u32 % 5, 3)
wait()
b11[me] += b11[(me * 5 + 4) % 128] + grid_max(f64(unbits(p_u32)))
let v17 = ((fixed_f32[128i32 % 12] > fixed_f32[31i64 % 12]) && grid_any((fixed_f64[me & 3] < fixed_f64[me & 1])))
let v18 = fixed_u64[3i64 % 4]
if ((fixed_bool[b0[p_u32 % 129] % 4] && p_bool) && workgroup_scan_xor((!b15[me, popcount(v16) % 3]))) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13 >> 32) + u32(bits(a14[1])) + u32(bits(v15)) + u32(v16) + u32(v17) + u32(v18 >> 32)
