// Program 33077 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33077
program conform_33077
workgroup 257, 1, 1
param p_grid: u32 = 513
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = -4
param p_u64: u64 = 8
param p_i64: i64 = -21
param p_f32: f32 = 8.25
param p_f64: f64 = -5.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[514]
out b1: u32[514] @align(64)
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[6]
in fixed_i32: i32[4]
uniform fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[3] @axis(0)
uniform fixed_f64: f64[3]
in b10: u16[3, 1]
scratch b11: bool[514]
inout b12: i32[516] @cache(random)
out b13: u16[514]
inout b14: bool[516, 3]
scratch b15: u16[515]
persistent b16: atomic u64[4]
scratch b17: atomic u32[514]
shared b18: u32[257] @align(128)
shared b19: bool[257]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_max(fixed_i32[me & 7])
let v1 = grid_scan_max(fixed_u64[me & 3])
let v2 = grid_scan_max(fixed_i64[u64_at(bytes, p_u32 % 41) % 8])
let v3 = atomic_add(b17[me], u32_at(bytes, p_u32 % 41), relaxed, device)
var a4: i32[2]
a4[1] = (~v0)
let v5, v6 = f2(a4, v3 % 14)
f3(b1[me..me + 2], v3)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 33u32 % 258)
wait()
atomic_sub(b16[v3 % 5], u64((v1 / v1)))
a4[5u32 % 2] += (bool(fixed_f32[u32_at(bytes, 2) % 4]) ? workgroup_min(p_i32) : workgroup_max(rotl(max(b12[me], v5), u64(fixed_f32[me & 1]))))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6)
