// Program 25008 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25008
program conform_25008
workgroup 2, 3, 1
grid 8, 9, 1
param p_bool: bool = true
param p_u32: u32 = 27
param p_i32: i32 = -12
param p_u64: u64 = 27
param p_i64: i64 = -2
param p_f32: f32 = 0.25
param p_f64: f64 = -6.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[72]
out b1: u32[72]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[5]
in fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[5]
in fixed_f32: f32[6]
uniform fixed_f64: f64[3]
uniform o10_5: u8[, 1]
out b11: f32[len(b0)]
persistent o12_72: u16[]
inout o13_74: i16[]
scratch b14: u32[72, 3, 2] @live
persistent o15_73: i64[, 1]
scratch b16: atomic u32[3]
inout o17_72: atomic i64[]
shared b18: u32[6]
shared b19: f32[6]
shared b20: atomic u32[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_and(mulhi((fixed_bool[me & 1] ? b0[me & 3] : 128u32), (1371539881u32 - o10_5[me & 3, 0])))
var v3 = ((fixed_u32[reverse(256i64) % 6] % 4 != 2) ? o10_5[v2 % 6, (o10_5[3, 0] >> 1593173371i64) % 1] : clz(x0))
v3 ^= clamp(u32(fixed_f64[v2 % 4]), reverse(v3), u32(i64(workgroup_size.x)))
if grid_xor((!fixed_bool[x0 % 12])) {
o15_73[me, 0] += ((y1 > i32(workgroup_size.y)) ? (o15_73[me, rotr(workgroup_size.y, b0[me + 1]) % 1] ^ fixed_i64[me & 3]) : i64(fixed_u64[me & 1]))
} else {
}
return popcount(u32(fixed_f32[b0[54] % 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(((256u32 > o10_5[me & 3, 0u32 % 1]) ? fixed_u32[me & 7] : ceil_div(workgroups.z, u32_at(bytes, u64_at(bytes, 2) % 41))), ((fixed_i32[u32(unbits(0xe2c7eaefu32)) % 9] * fixed_i32[33u64 % 9]) * fixed_i32[1797646738u64 % 9]))
let v5 = subgroup_any(fixed_bool[rotl(31i64, u32_at(bytes, 31)) % 12])
let v6 = subgroup_all(bool(b19[here]))
let v7 = subgroup_broadcast(v5, (33u32 * workgroups.x) % 33)
let v8 = subgroup_broadcast(o10_5[p_u32 % 6, b0[p_u32 % 73] % 1], 3u32 % 33)
let v9 = subgroup_broadcast(fixed_i32[me & 7], v8 % 33)
let v10 = subgroup_broadcast(fixed_u64[fixed_u32[me & 7] % 10], p_u32 % 33)
let v11 = subgroup_broadcast(o15_73[me, 0], (o10_5[3, 0] - p_u32) % 33)
let v12 = subgroup_broadcast(fixed_f32[v8 % 7], (v8 << o10_5[0, 0]) % 33)
let v13 = subgroup_broadcast(f64(fixed_f64[me & 1]), v8 % 33)
let v14 = subgroup_load(fixed_bool[v8 % 12])
let v15 = subgroup_load(b0[v8 % 73])
let v16 = atomic_min(o17_72[me], v11)
var a17: i64[4]
a17[2] = i64(o13_74[me])
let v18, v19 = f2(a17, abs(v15) % 14)
barrier workgroup
async_copy(b19, 2, fixed_f32, 127u32 % 7, 32u32 % 7)
wait()
b16[(p_u32 + fixed_u32[me & 3]) % 4] &= v15
each k20 in fixed_i64[4294967294u32 % 6] % 3..clamp(fixed_i64[i64(workgroup_size.y) % 6], p_i64, fixed_i64[(5u32 + 255u32) % 6]) % 4, k21 in fixed_i32[64u32 % 9] % 3..(fixed_i32[32u32 % 9] * i32(grid_size.x)) % 4, k22 in o10_5[grid_size.y % 6, o10_5[p_u32 % 6, 0] % 1] % 3..10 {
block l23 {
if ((p_u32 / k22) % 4 == 1) { leave l23 }
let v24 = i32((-fixed_i32[v4 % 9]))
if (v5 & (b0[v9 % 73] % 3 != 1)) {  }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(bits(v12)) + u32(bits(v13)) + u32(v14) + u32(v15) + u32(v16) + u32(a17[2]) + u32(v18 >> 32) + u32(v19)
