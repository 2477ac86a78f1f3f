// Program 8696 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8696
program conform_8696
workgroup 31, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = -14
param p_u64: u64 = 15
param p_i64: i64 = -31
param p_f32: f32 = 8.25
param p_f64: f64 = -0.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[4]
in fixed_i32: i32[6]
in fixed_u64: u64[6]
uniform fixed_i64: i64[3] @cache(streaming)
uniform fixed_f32: f32[3]
in fixed_f64: f64[7]
in o10_12: u16[, 3]
scratch b11: f64[len(b0)]
persistent o12_33: u8[] @align(2)
out b13: i32[32, 1] @cache(streaming)
out b14: atomic i32[3]
out b15: atomic u32[31]
shared b16: u32[31]
shared b17: f64[31]
shared b18: atomic i32[31]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_or(fixed_u64[5u32 % 7])
let v1 = subgroup_iscan_or(fixed_i64[(-128u32) % 4])
let v2 = subgroup_iscan_xor((i32(grid_size.y) <= b13[me, u32(fixed_f64[4]) % 2]))
let v3 = subgroup_iscan_xor(7u32)
let v4 = subgroup_iscan_xor(p_i32)
let v5 = subgroup_iscan_xor(u64_at(bytes, 4294967295u32 % 41))
let v6 = subgroup_iscan_xor(v1)
let v7 = subgroup_any((v2 && false))
let v8 = subgroup_all((!fixed_bool[me & 1]))
let v9 = subgroup_broadcast(v7, 31u32 % 33)
let v10 = subgroup_broadcast((v3 >> p_i32), b0[p_u32 % 32] % 33)
let v11 = atomic_max(b15[me], p_u32, acq_rel)
var a12: i32[2]
a12[1] = (33i32 | v4)
let v13, v14 = f2(fixed_i32[u32(v0) % 6..(~p_u32) % 14], u32(v0) % 14)
f3(b1[me..me + 2], (-v10))
barrier workgroup
async_copy(b17, 1, fixed_f64, (b0[p_u32 % 32] * 0u32) % 8, 32u32 % 32)
barrier grid
wait()
b14[v11 % 4] += ((v2 ? fixed_i32[0u32 % 7] : a12[clz(len(bytes)) % 3]) % i32(fixed_i64[me & 7]))
for k15 in o10_12[p_u32 % 5, 1] % 2..1 + u32(u64(workgroup_size.y)) % 3 step 1 {
let v16 = workgroup_broadcast(f32(p_u64), k15 % 32)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[1]) + u32(v13) + u32(v14)
