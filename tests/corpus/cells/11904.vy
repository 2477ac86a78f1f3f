// Program 11904 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11904
program conform_11904
workgroup 5, 1, 1
grid 16, 1, 1
param p_bool: bool = true
param p_u32: u32 = 37
param p_i32: i32 = -18
param p_u64: u64 = 30
param p_i64: i64 = -33
param p_f32: f32 = 8.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[6]
in fixed_i32: i32[7]
in fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[8]
uniform fixed_f64: f64[3]
in b10: i16[5, 1]
inout b11: i32[20]
out b12: u32[20]
scratch b13: i32[22, 1]
inout b14: f64[20]
persistent b15: atomic u32[2]
out b16: atomic i64[20]
shared b17: u32[5]
shared b18: i32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
var v2 = (fixed_bool[me & 3] & fixed_bool[me & 3])
v2 = (mulhi(x0, 128u32) % 4 != 1)
b16[me] = ((b0[me + 0] < x0) ? (fixed_bool[me & 3] ? fixed_i64[me & 3] : fixed_i64[me & 7]) : abs(fixed_i64[me & 3]))
if bool(2u32) {
} else {
}
return (min(x0, x0) | u32(fixed_f64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_scan_or(b12[me])
let v4 = subgroup_scan_or((fixed_i32[me & 7] + i32(subgroup)))
let v5 = subgroup_scan_or(fixed_u64[v3 % 10])
let v6 = subgroup_scan_or((i64(workgroups.z) / atomic_exchange(b16[me], 3i64, release)))
let v7 = subgroup_scan_xor((v3 % 5 == 2))
let v8 = subgroup_scan_xor(v3)
let v9 = subgroup_scan_xor(clz((v4 | v4)))
let v10 = subgroup_scan_xor((v5 * (fixed_u64[me & 1] - v5)))
let v11 = subgroup_scan_xor(((7i64 - v6) & i64(v3)))
let v12 = subgroup_iscan_add(v8)
let v13 = subgroup_iscan_add((bool(v4) ? min(31i32, p_i32) : clz(v4)))
let v14 = atomic_and(b16[me], fixed_i64[p_u32 % 8])
var a15: i64[4]
a15[2] = min(i64(gid.z), atomic_compare_exchange(b16[me], p_i64, v11, acq_rel, system))
let v16, v17 = f2(fixed_i64[(b12[me] + b1[me]) % 6..v3 % 14], u32(v4) % 14)
f3(b1[me..me + 2], (u32(fixed_f64[me & 3]) / ctz(b17[here])))
barrier workgroup
async_copy(b18, 2, fixed_i32, b0[p_u32 % 21] % 8, 3)
barrier grid
wait()
b14[me] += ceil(max(fixed_f64[fixed_u32[0] % 4], f64(fixed_f32[mulhi(v5, u64_at(bytes, 6)) % 9])))
let v18 = ((fixed_bool[fixed_i64[p_u32 % 8] % 8] && fixed_bool[p_u32 % 8]) && grid_scan_or(v7))
let v19 = grid_max(((v5 < fixed_u64[me & 3]) ? f64(fixed_f32[me & 7]) : clamp(unbits(0xd0e320289048755fu64), fixed_f64[v12 % 4], b14[me])))
atomic_sub(b15[p_u32 % 3], u32((p_u32 % 3 < 1)), release, workgroup)
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(a15[2]) + u32(v16 >> 32) + u32(v17) + u32(v18) + u32(bits(v19))
