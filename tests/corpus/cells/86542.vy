// Program 86542 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 86542
program conform_86542 service
workgroup 8, 4, 1
param p_grid: u32 = 7
grid p_grid + 1, 8, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = -13
param p_u64: u64 = 4
param p_i64: i64 = -1
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[9]
in fixed_i32: i32[9] @align(64) @axis(0)
in fixed_u64: u64[10]
in fixed_i64: i64[10]
in fixed_f32: f32[3] @align(2)
in fixed_f64: f64[9] @align(4)
in b10: u8[6, 3]
out b11: f32[64]
out b12: f64[64]
scratch b13: i64[65, 3]
inout o14_64: u64[]
out b15: f32[65] @align(2)
scratch b16: atomic u32[2] @live
out b17: atomic i64[64]
mapped b18: i32[64]
mapped b19: i8[63]
mapped b20: atomic i32[64]
shared b21: u32[32]
shared b22: f32[32]
shared b23: atomic u64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(u64(fixed_f32[me & 3]))
let v1 = workgroup_iscan_min(fixed_i64[me & 3])
let v2 = workgroup_iscan_max(wid.z)
let v3 = atomic_min(b17[me], v1)
var a4: u32[1]
a4[0] = u32(fixed_f64[me & 1])
let v5, v6 = f2(fixed_u32, u32(fixed_bool[me & 1]) % 14)
f3(b1[me..me + 1], b0[me & 7])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, (fixed_bool[2] ? 255u32 : 1u32) % 33)
wait()
atomic_add(b16[(a4[p_u32 % 2] | 3u32) % 3], b10[v1 % 7, 1], acquire)
fence()
let v7 = grid_add(b12[me])
b21[here] = ceil_div(clamp(2147483647u32, u32(v2), (b21[here] >> p_i64)), ((v6 / v2) - a4[v5 % 2]))
let v8 = (v2 + workgroup_broadcast(v5, 1u32 % 33))
assert me < 9 || (TABLE[p_u32 % 10] != (2147483647u32 / v8)), "{}", u32(fixed_f64[b21[here] % 10])
let v9 = (popcount(b18[b1[me] % 65]) + grid_iscan_and((fixed_bool[me & 3] ? mulhi(b18[me + 2], b18[v2 % 65]) : i32(v0))) * grid_load(fixed_i32[0u32 % 10]))
var v10 = p_i32
let v11 = grid_min(ceil(v7))
b13[me, clz(v8) % 3] += v1
var v12 = f64(reverse((p_bool ? fixed_u64[(255u32 & 63u32) % 11] : fixed_u64[(false ? 4294967296i64 : i64(workgroup_size.z)) % 11])))
b1[me] -= u32(min(2i64, 7i64))
if (u64(fixed_bool[rotl(0i64, 128u32) % 4]) >= fixed_u64[0u32 % 11]) {
atomic_store(b17[me], max((p_i64 - fixed_i64[me & 3]), reverse(fixed_i64[me & 1])))
for k13 in 2147483647i32 - i32(v2 % 6)..2147483647i32 step ctz(0i32) % 2 {
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(bits(v7) >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(bits(v11) >> 32) + u32(bits(v12) >> 32)
