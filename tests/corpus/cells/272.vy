// Program 272 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 272
program conform_272
workgroup 33, 1, 1
param p_grid: u32 = 65
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = 6
param p_u64: u64 = 16
param p_i64: i64 = -33
param p_f32: f32 = 0.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[66]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[4]
in fixed_i32: i32[4]
in fixed_u64: u64[6]
in fixed_i64: i64[4]
in fixed_f32: f32[4]
in fixed_f64: f64[6]
in o10_8: i8[, 2] @axis(0)
inout b11: i8[66]
out b12: i32[68, 1]
out b13: i32[67] @axis(0)
persistent b14: atomic u64[3]
persistent b15: atomic i64[66] @align(64)
shared b16: u32[33]
shared b17: i8[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = sqrt(ceil(p_f32))
var v3 = v2
v3 = (f32(u64_at(bytes, 4294967294u32 % 41)) - abs(fixed_f32[me & 7]))
return rotl((p_u32 & b0[me + 0]), clamp(fixed_u64[me & 3], fixed_u64[me & 3], fixed_u64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_max((ctz(b16[here]) >> (fixed_bool[me & 3] ? atomic_max(b15[me], 32i64, acq_rel, system) : p_i64)))
let v5 = subgroup_scan_max((-p_i32))
let v6 = subgroup_scan_max((u64(atomic_min(b15[me], (-1i64), acq_rel, workgroup)) + u64(atomic_sub(b15[me], 7i64))))
let v7 = subgroup_scan_max(((atomic_compare_exchange(b15[me], 2i64, 5i64, release) - atomic_max(b15[me], 9223372036854775807i64)) % (fixed_i64[u32_at(bytes, 19) % 5] ^ fixed_i64[me & 7])))
let v8 = subgroup_scan_and((abs(fixed_f64[2147483647u32 % 7]) < (fixed_f64[me & 3] - fixed_f64[v7 % 7])))
let v9 = subgroup_scan_and(v4)
let v10 = subgroup_scan_and(clz(v5))
let v11 = subgroup_scan_and(fixed_u64[(p_u32 % v4) % 7])
let v12 = subgroup_scan_and(v7)
let v13 = subgroup_scan_or(v8)
let v14 = subgroup_scan_or(u32(bool(v6)))
let v15 = atomic_compare_exchange(b15[me], p_i64, v7, acquire, workgroup)
var a16: f64[1]
a16[0] = (-fixed_f64[me & 3])
let v17, v18 = f2(a16, u32(16777217.0f32) % 14)
f3(b1[me..me + 1], u32(min(v17, 0.1f64)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, p_u32 % 34)
barrier grid
wait()
let v19 = (fixed_bool[33u32 % 6] ? grid_load(fixed_u64[b0[p_u32 % 67] % 7]) : grid_iscan_add(v6))
let v20 = ((fixed_bool[4294967295u32 % 6] ? fixed_bool[popcount(1495745784i64) % 6] : fixed_bool[b0[12] % 6]) ? grid_add(fixed_f32[me & 7]) : grid_load(fixed_f32[128u32 % 5]))
b12[me, 0] += ((v5 * i32(p_u32)) | v5)
let v21 = ((fixed_i64[7u32 % 5] * fixed_i64[p_u32 % 5]) + grid_or(popcount((v7 % v15))) * grid_min(fixed_i64[me & 3]))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(v15 >> 32) + u32(bits(a16[0]) >> 32) + u32(bits(v17) >> 32) + u32(v18) + u32(v19 >> 32) + u32(bits(v20)) + u32(v21 >> 32)
