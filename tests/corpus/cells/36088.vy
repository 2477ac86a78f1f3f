// Program 36088 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 36088
program conform_36088
workgroup 64, 1, 1
grid 128, 1, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = -3
param p_u64: u64 = 36
param p_i64: i64 = -8
param p_f32: f32 = 1.25
param p_f64: f64 = -1.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[11]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[9]
in fixed_i64: i64[10]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[3]
in o10_4: u8[]
persistent o11_128: u32[]
persistent o12_129: f32[]
persistent b13: atomic u32[4]
out b14: atomic u64[len(b0)]
shared b15: u32[64]
shared b16: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: f32[1]
a2[32u32 % 1] += sqrt(fixed_f32[p_u32 % 11])
let v3 = a2[TABLE[5] % 1]
a2[u32(fixed_u64[p_u32 % 10]) % 1] += (f32(1.0f32) + p_f32)
if (clz(fixed_u64[x0 % 10]) <= u64_at(bytes, x0 % 41)) {
} else {
}
return (bits(v3) << rotl(fixed_i32[me & 7], fixed_i64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_add(1.0f32)
let v5 = subgroup_add(f64(round(v4)))
let v6 = subgroup_min(TABLE[33u32 % 10])
let v7 = subgroup_min(69431169i32)
let v8 = subgroup_min(u64(fixed_f32[v6 % 11]))
let v9 = subgroup_min(((v7 < fixed_i32[me & 3]) ? fixed_i64[me & 1] : (fixed_bool[o10_4[me & 1] % 5] ? fixed_i64[v6 % 11] : 789641705i64)))
let v10 = subgroup_min(trunc(fixed_f32[rotl(v6, 256i64) % 11]))
let v11 = subgroup_min(f64((fixed_f64[rotr(v6, v9) % 4] * fixed_f64[me & 7])))
let v12 = subgroup_max(bytes[p_u32 % 41])
let v13 = subgroup_max(128i32)
let v14 = subgroup_max((ceil_div(v8, v8) & bits(v11)))
let v15 = atomic_compare_exchange(b14[me], 1654684850u64, v8)
var a16: u64[1]
a16[0] = (v14 & fixed_u64[me & 7])
let v17, v18 = f2(a16, 64u32 % 14)
f3(b1[me..me + 2], clz((TABLE[v12 % 10] % v12)))
atomic_add(b13[v18 % 5], p_u32, acq_rel, device)
each i in 0..64, j in 0..2 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v4)) + u32(bits(v5)) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(bits(v10)) + u32(bits(v11)) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(a16[0] >> 32) + u32(v17) + u32(v18)
