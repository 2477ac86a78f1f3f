// Program 14032 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14032
program conform_14032
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 30
param p_i32: i32 = 2
param p_u64: u64 = 7
param p_i64: i64 = -27
param p_f32: f32 = 6.25
param p_f64: f64 = -6.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[5]
in fixed_i32: i32[9] @axis(0)
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[4]
in fixed_f32: f32[5]
uniform fixed_f64: f64[8]
uniform b10: u8[9, 1]
persistent b11: u8[33]
persistent b12: u8[35]
scratch b13: u32[32]
inout o14_35: i16[, 1]
persistent b15: atomic i64[1]
scratch b16: atomic i32[33]
shared b17: u32[1]
shared b18: u8[1]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: f32[5]
a2[x0 % 5] = f32((fixed_bool[x0 % 10] || fixed_bool[(b10[p_u32 % 10, 0] | x0) % 10]))
let v3 = a2[clz(x0) % 5]
if fixed_bool[(-x0) % 10] {
}
return u32(u64(fixed_i64[me + 1]))
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_scan_max((1u32 << 7u32))
let v7 = (clz(p_i64) + i64(p_f64))
if fixed_bool[fixed_i64[3] % 10] {
assert me % 7 != 3 && (popcount(x4) % 2 == 2), "{}", (649771124u32 % 3 < 2)
}
return ((fixed_bool[u32(fixed_bool[8]) % 10] ? fixed_bool[33u32 % 10] : fixed_bool[v7 % 10]) ? u32(b13[me]) : u32(fixed_f32[(b13[me] / x4) % 6]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = subgroup_broadcast(atomic_exchange(b16[me], 31i32, acquire, device), rotr(workgroup_size.x, fixed_i64[3]) % 33)
let v9 = subgroup_broadcast(p_u64, popcount(127u32) % 33)
let v10 = subgroup_broadcast(((fixed_i64[v9 % 5] % fixed_i64[max(2u32, 31u32) % 5]) << (b12[me] | len(o14_35, 0))), b0[13] % 33)
let v11 = subgroup_broadcast(16777217.0f32, 31u32 % 33)
let v12 = subgroup_broadcast(fixed_f64[128u32 % 9], (469605213u32 >> 7u32) % 33)
let v13 = subgroup_load(fixed_bool[b10[p_u32 % 10, 0] % 10])
let v14 = subgroup_load(b0[5u32 % 34])
let v15 = subgroup_load(fixed_i32[4294967294u32 % 10])
let v16 = subgroup_load(fixed_u64[v8 % 10])
let v17 = subgroup_load(fixed_i64[v14 % 5])
let v18 = subgroup_load(fixed_f32[v14 % 6])
let v19 = atomic_exchange(b16[me], v15)
barrier workgroup
async_copy(b18, 0, bytes, wid.z % 41, 33u32 % 2)
wait()
for k20 in (v14 * b0[6]) % 2..1 + u32(v11) % 3 {
b18[here] = (v14 + subgroup_load(b10[fixed_u64[p_u32 % 10] % 10, u32(v8) % 1]) * subgroup_scan_add(v14))
atomic_add(b19[rotl(k20, v19) % 2], (clamp(v9, 4294967295u64, v16) * max(v16, v16)))
if (i64(v10) < clamp(fixed_i64[(v13 ? fixed_i64[2] : v17) % 5], fixed_i64[127u32 % 5], v17)) {
continue
}
}
let v21 = grid_scan_add(v15)
var a22: i32[2]
a22[v14 % 2] = ((fixed_bool[b10[0, 0] % 10] && fixed_bool[613552188u32 % 10]) ? grid_scan_xor((v19 + (v15 ^ a22[clamp(v14, p_u32, v14) % 3]))) : grid_scan_and(v19))
let v23 = a22[mulhi(b0[p_u32 % 34], 4294967295u32) % 2]
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18) + u32(v19) + u32(v21) + u32(a22[1]) + u32(v23)
