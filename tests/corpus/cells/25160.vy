// Program 25160 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25160
program conform_25160 service
workgroup 255, 1, 1
grid 492, 1, 1
param p_bool: bool = true
param p_u32: u32 = 27
param p_i32: i32 = -3
param p_u64: u64 = 33
param p_i64: i64 = -15
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[510]
out b1: u32[510]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[11] @cache(streaming)
in fixed_i32: i32[10]
in fixed_u64: u64[4]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[8]
uniform o10_6: u8[]
persistent b11: u64[510]
out b12: u64[510]
inout o13_1024: u64[, 2]
persistent o14_511: i8[] @cache(streaming)
scratch b15: u16[510, 3] @live
out b16: atomic u64[4]
inout o17_510: atomic i64[]
mapped b18: u32[len(b0)]
mapped b19: f64[509]
mapped b20: atomic i64[510]
shared b21: u32[255]
shared b22: u64[255]
shared b23: atomic u64[255]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_and(i32(fixed_bool[o10_6[2] % 8]))
let v1 = subgroup_iscan_and(o13_1024[me, 1])
let v2 = subgroup_iscan_and(atomic_load(o17_510[me]))
let v3 = subgroup_iscan_or(fixed_bool[me & 3])
let v4 = subgroup_iscan_or((b21[here] >> b0[me + 0]))
let v5 = subgroup_iscan_or(v0)
let v6 = subgroup_iscan_or(v1)
let v7 = subgroup_iscan_or(atomic_and(o17_510[me], v2, release))
let v8 = subgroup_iscan_xor((v6 != 33u64))
let v9 = subgroup_iscan_xor((v8 ? 1u32 : v4))
let v10 = subgroup_iscan_xor(((v8 ? true : v8) ? (v5 & 3i32) : ctz(i32(lid.z))))
let v11 = atomic_or(o17_510[me], v2)
barrier workgroup
async_copy(b22, 2, fixed_u64, (false ? u32_at(bytes, 30) : u32_at(bytes, p_u32 % 41)) % 5, 54)
wait()
atomic_store(b23[here], u64(ctz(o14_511[me])))
block l12 {
let v13 = grid_add(v4)
if wid.x % 2 == 0 {
leave l12
}
if ((true && true) || (p_f64 != fixed_f64[558613249i32 % 9])) {
var w14 = 0
loop {
w14 += 1
if w14 > 3 { break }
if (bool(3.0f32) ^ bool(fixed_u64[p_u32 % 5])) {
break
}
}
}
if (bool(fixed_f32[v4 % 11]) ? v3 : fixed_bool[me & 7]) {
leave l12
}
}
b21[here] += u32(i32((v4 & gid.y)))
let n15 = fixpoint k16 in 1..1 {
let v17 = ((fixed_bool[2u32 % 8] ? fixed_i64[k16 % 10] : fixed_i64[k16 % 10]) + grid_xor(mulhi(min(v2, p_i64), i64(workgroup_size.y))))
if k16 < 4 && ((v3 && false) ^ (v1 > 255u64)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7 >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(n15)
