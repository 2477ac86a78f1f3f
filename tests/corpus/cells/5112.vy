// Program 5112 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 5112
program conform_5112
workgroup 2, 3, 1
grid 4, 9, 1
param p_bool: bool = true
param p_u32: u32 = 3
param p_i32: i32 = -10
param p_u64: u64 = 18
param p_i64: i64 = -38
param p_f32: f32 = 1.25
param p_f64: f64 = -1.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[11]
in fixed_i32: i32[6]
in fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[3]
in fixed_f64: f64[7]
uniform o10_15: i8[, 3]
inout b11: i8[36] @cache(streaming)
inout o12_36: f32[] @axis(0)
inout b13: f64[36, 1]
out b14: i64[38] @range(184, 106)
inout b15: atomic u64[1]
persistent b16: atomic i64[len(b0)]
shared b17: u32[6]
shared b18: i8[6]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[144] @count(found)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = clamp(f64(fixed_bool[me & 1]), max(unbits(0xefea51ff5b5c28du64), fixed_f64[me & 7]), unbits(fixed_u64[b14[me] % 5]))
v2 = (fixed_bool[me & 3] ? max(fixed_f64[b0[me + 0] % 8], p_f64) : 1.5f64)
let v3 = (~(fixed_bool[me & 7] ? p_u32 : 5u32))
v2 = fma(f64(y1), ceil(v2), (-fixed_f64[me & 3]))
return v3
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_scan_add(p_i64)
let v5 = subgroup_scan_min(b17[here])
let v6 = subgroup_scan_min(abs(b18[here]))
let v7 = subgroup_scan_min((p_u64 << popcount(fixed_u64[me & 1])))
let v8 = subgroup_scan_min(2i64)
let v9 = subgroup_scan_max(v5)
let v10 = subgroup_scan_max((-v6))
let v11 = subgroup_scan_max(fixed_u64[v5 % 5])
let v12 = subgroup_scan_max(p_i64)
let v13 = subgroup_scan_and(fixed_bool[me & 3])
let v14 = subgroup_scan_and(v5)
let v15 = atomic_compare_exchange(b16[me], v8, i64(wid.z), acq_rel, device)
var a16: i32[4]
a16[2] = reverse(v6)
let v17, v18 = f2(a16, (v5 << v4) % 14)
f3(b1[me..me + 2], min(u32(0.1f32), (~1388926473u32)))
barrier workgroup
async_copy(b18, 0, o10_15, u32(256u32) % 6, 6)
barrier grid
wait()
atomic_store(b16[me], v4, relaxed, system)
a16[u32_at(bytes, p_u32 % 41) % 4] = (v6 & clamp(p_i32, i32(grid_size.y), a16[v7 % 5]))
barrier grid
a16[1450789542u32 % 4] += v6
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(a16[2]) + u32(v17) + u32(v18)
