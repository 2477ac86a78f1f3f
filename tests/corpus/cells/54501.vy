// Program 54501 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 54501
program conform_54501
workgroup 4, 4, 3
param p_grid: u32 = 11
grid p_grid + 1, 16, 12
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = 0
param p_u64: u64 = 0
param p_i64: i64 = -3
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[2304]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[10]
uniform fixed_u32: u32[6]
in fixed_i32: i32[7]
in fixed_u64: u64[7]
in fixed_i64: i64[8] @axis(0)
in fixed_f32: f32[8]
uniform fixed_f64: f64[9]
uniform b10: u8[8] @cache(random)
scratch b11: u8[2304] @live
inout b12: bool[2303]
persistent b13: atomic i32[1]
persistent b14: atomic u64[2304]
shared b15: u32[48]
shared b16: u32[48]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(mulhi(fixed_i32[me + 0], fixed_i32[b10[6] % 8]))
let v1 = grid_scan_max((p_u64 * fixed_u64[63u32 % 8]))
let v2 = grid_scan_max(i64(2147483647u32))
let v3 = atomic_exchange(b14[me], v1)
var a4: f64[2]
a4[1] = fixed_f64[u32(v0) % 10]
let v5, v6 = f2(fixed_f64, b0[1893] % 14)
f3(b1[me..me + 1], b10[gid.y % 9])
atomic_add(b13[bytes[4] % 2], i32(ceil_div(v3, b14[me])), relaxed, workgroup)
var v7 = (mulhi(p_i64, v2) + grid_scan_and(max((-v2), v2)))
v7 = ((fixed_f32[u32(64i32) % 9] <= fixed_f32[len(bytes) % 9]) ? grid_iscan_max(v7) : grid_xor(fixed_i64[me + 2]))
block l8 {
if (abs(v1) == u64(fixed_f64[fixed_u32[0] % 10])) {  }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7)
