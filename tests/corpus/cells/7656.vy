// Program 7656 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7656
program conform_7656
workgroup 8, 4, 1
grid 19, 12, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = 5
param p_u64: u64 = 7
param p_i64: i64 = -25
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288] @align(32)
out b1: u32[288]
in bytes: u8[40]
uniform fixed_bool: bool[4]
uniform fixed_u32: u32[5] @align(32)
in fixed_i32: i32[6] @axis(0)
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[4]
in fixed_f32: f32[11]
in fixed_f64: f64[11]
in o10_10: u8[, 2] @align(256)
persistent o11_288: u32[]
scratch b12: f32[288] @live
scratch b13: f64[290] @live
out b14: i64[288]
persistent b15: atomic i32[4]
inout b16: atomic u32[288]
shared b17: u32[32]
shared b18: atomic i64[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = u64(abs(fixed_u64[me + 1]))
if ((fixed_bool[p_u32 % 5] && fixed_bool[(-1i64) % 5]) && fixed_bool[TABLE[p_u32 % 10] % 5]) {
} else {
}
return (bool(fixed_f64[u32(fixed_f64[3]) % 12]) ? u32(fixed_f32[me + 2]) : x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_broadcast(fixed_i64[p_u32 % 5], o10_10[4, 1] % 33)
let v4 = subgroup_broadcast(abs(sqrt(-2.5f32)), (TABLE[2] | 1u32) % 33)
let v5 = subgroup_broadcast(fixed_f64[me + 0], 31u32 % 33)
let v6 = subgroup_load(fixed_bool[0u32 % 5])
let v7 = subgroup_load(b0[32u32 % 289])
let v8 = subgroup_load(fixed_i32[v7 % 7])
let v9 = subgroup_load(fixed_u64[mulhi(v3, fixed_i64[3]) % 10])
let v10 = subgroup_load(fixed_i64[v9 % 5])
let v11 = subgroup_load(fixed_f32[TABLE[p_u32 % 10] % 12])
let v12 = subgroup_load(fixed_f64[o10_10[p_u32 % 6, 1] % 12])
let v13 = subgroup_ballot((v6 ? fixed_bool[u32(fixed_u64[p_u32 % 10]) % 5] : v6))
let v14 = atomic_add(b16[me], o10_10[p_u32 % 6, 1])
var a15: f32[3]
a15[1] = max(p_f32, a15[v9 % 4])
let v16, v17 = f2(fixed_f32, v7 % 14)
f3(b1[me..me + 2], (u32(p_i32) ^ u32(v8)))
b15[v14 % 5] -= v8
let v18 = ((!fixed_bool[clz(b0[p_u32 % 289]) % 5]) ? workgroup_add((~(fixed_i32[v17 % 7] - fixed_i32[u32_at(bytes, 39) % 7]))) : workgroup_max((v6 ? v8 : v8)))
if (p_bool || (o10_10[5u32 % 6, 1] % 3 >= 2)) {
let v19 = (fixed_f64[(64i32 | fixed_i32[3]) % 12] - f64(u32_at(bytes, 2u64 % 41)))
a15[154472450u32 % 3] = ((bits(p_f32) % 5 >= 2) ? (v4 * f32(p_f64)) : a15[(9223372036854775808u64 << v18) % 4])
a15[popcount(v13) % 3] = a15[v3 % 4]
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(a15[1]) + u32(v16) + u32(v17) + u32(v18)
