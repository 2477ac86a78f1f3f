// Program 14682 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14682
program conform_14682
workgroup 1, 1, 9
param p_grid: u32 = 1
grid p_grid + 1, 1, 36
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -13
param p_u64: u64 = 34
param p_i64: i64 = -19
param p_f32: f32 = 3.25
param p_f64: f64 = -1.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[5] @align(8)
in fixed_i32: i32[8]
in fixed_u64: u64[8]
uniform fixed_i64: i64[4]
in fixed_f32: f32[7] @align(1)
uniform fixed_f64: f64[7]
in o10_2: u16[]
inout o11_657: u64[, 3, 3]
scratch b12: f32[len(b0), 1] @live
scratch b13: i64[73, 2] @live
persistent b14: i16[74]
scratch b15: atomic i32[4]
inout b16: atomic u32[72]
shared b17: u32[9]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[288] @count(found)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = min(i32(31i32), (fixed_bool[me & 3] ? y1 : y1))
atomic_store(b16[me], ((fixed_bool[me & 7] ? x0 : x0) << (fixed_bool[me & 1] ? fixed_i64[x0 % 5] : fixed_i64[3u32 % 5])), relaxed)
return (clz(x0) + (fixed_bool[me & 3] ? 128u32 : x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_min((i32(b13[me, 1]) * min(fixed_i32[me & 1], fixed_i32[me & 7])))
let v4 = grid_iscan_min(abs(ctz(fixed_u64[935124912i64 % 9])))
let v5 = grid_iscan_min(p_i64)
let v6 = atomic_compare_exchange(b16[me], 256u32, u32_at(bytes, p_u32 % 41), release, system)
var a7: u64[4]
a7[2] = u64(p_u32)
let v8, v9 = f2(fixed_u64[v6 % 6..v6 % 14], v6 % 14)
f3(b1[me..me + 2], max(b16[me], (v9 - v6)))
b15[max(v6, o10_2[p_u32 % 3]) % 5] += clamp(rotr(v3, v5), b14[me], (fixed_i32[me & 7] - v3))
each i in 0u32..72 {
a7[v6 % 4] = u64((p_u32 % 5 == 1))
if (fixed_bool[v6 % 8] ? fixed_bool[reverse(i) % 8] : (v3 == fixed_i32[v6 % 9])) {
block l11 {
if (bool(p_bool) ? (fixed_bool[v3 % 8] ^ fixed_bool[u32(4294967294u32) % 8]) : (fixed_bool[v9 % 8] ? fixed_bool[TABLE[p_u32 % 10] % 8] : fixed_bool[b1[i] % 8])) { leave l11 }
if fixed_bool[v9 % 8] {  }
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4 >> 32) + u32(v5 >> 32) + u32(v6) + u32(a7[2] >> 32) + u32(v8 >> 32) + u32(v9)
