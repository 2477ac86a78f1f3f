// Program 27208 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 27208
program conform_27208 service
workgroup 8, 4, 1
param p_grid: u32 = 7
grid p_grid + 1, 8, 1
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = 6
param p_u64: u64 = 16
param p_i64: i64 = -27
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @align(2)
in bytes: u8[40]
in fixed_bool: bool[9]
uniform fixed_u32: u32[10]
in fixed_i32: i32[5]
in fixed_u64: u64[8]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[9]
uniform o10_12: u8[, 3]
inout b11: f32[64] @align(1)
out b12: i64[65]
out b13: bool[65]
scratch b14: u16[66, 3, 1] @align(1)
out b15: i16[65, 1]
persistent b16: atomic i32[3]
out b17: atomic i32[64]
mapped b18: u16[63]
mapped b19: u32[64]
mapped b20: atomic i64[64]
shared b21: u32[32]
shared b22: f32[32]
shared b23: atomic u64[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_add(b22[here])
let v1 = subgroup_add(fixed_f64[18446744073709551615u64 % 10])
let v2 = subgroup_min((b19[me] << popcount(i64(grid_size.x))))
let v3 = subgroup_min(p_i32)
let v4 = subgroup_min(reverse(atomic_and(b23[here], 595674837u64, acquire, workgroup)))
let v5 = subgroup_min((~fixed_i64[me & 1]))
let v6 = subgroup_min(f32(fixed_f64[me & 7]))
let v7 = subgroup_min(p_f64)
let v8 = subgroup_max(v2)
let v9 = subgroup_max(v3)
let v10 = subgroup_max(fixed_u64[5u32 % 9])
let v11 = atomic_min(b17[me], v9, acq_rel)
var a12: f64[5]
a12[2] = ceil(fixed_f64[me & 3])
let v13, v14 = f2(a12, u32(v2) % 14)
f3(b1[me..me + 1], u32(fixed_f64[me & 1]))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, o10_12[0, 1] % 33)
barrier grid
wait()
b16[workgroup_size.z % 4] -= clz(i32(lid.z))
let v15 = ((fixed_f64[7u32 % 10] <= fixed_f64[255u32 % 10]) ? grid_iscan_min((v11 * i32(-2147483647))) : grid_iscan_add((~v3)))
atomic_store(b17[me], p_i32, release)
b16[v14 % 4] -= (p_i32 & i32(atomic_exchange(b23[here], v4, release, system)))
if bool((~fixed_u64[b0[p_u32 % 65] % 9])) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(bits(v1) >> 32) + u32(v2) + u32(v3) + u32(v4 >> 32) + u32(v5 >> 32) + u32(bits(v6)) + u32(bits(v7)) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[2]) >> 32) + u32(bits(v13)) + u32(v14) + u32(v15)
