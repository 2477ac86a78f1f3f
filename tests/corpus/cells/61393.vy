// Program 61393 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 61393
program conform_61393
workgroup 33, 1, 1
param p_grid: u32 = 98
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -5
param p_u64: u64 = 20
param p_i64: i64 = -11
param p_f32: f32 = 8.25
param p_f64: f64 = -6.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[4]
uniform fixed_u64: u64[9]
in fixed_i64: i64[9]
in fixed_f32: f32[10]
in fixed_f64: f64[9]
in o10_4: u8[, 2] @axis(0)
scratch b11: u16[101, 1] @live
inout b12: i64[len(b0)]
persistent b13: atomic u32[1]
persistent b14: atomic u32[99]
shared b15: u32[33]
shared b16: u64[33]
shared b17: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[396] @count(found)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_min(p_u32)
let v3 = ((fixed_bool[(u32_at(bytes, 16) & u32_at(bytes, 33)) % 7] ? fixed_bool[fixed_u32[2] % 7] : true) ? grid_max(p_f32) : grid_min(fixed_f32[u32(p_i32) % 11]))
atomic_add(b13[u32(fixed_u64[1]) % 2], u32(i64(0u64)))
for k4 in (p_bool ? p_i32 : (-1i32)) % 3..y1 % 6 {
if (!(p_f32 > v3)) { continue }
if ((fixed_bool[TABLE[p_u32 % 10] % 7] && fixed_bool[p_u64 % 7]) ? fixed_bool[TABLE[8] % 7] : fixed_bool[x0 % 7]) { break }
}
return ((1326648607u32 | v2) >> (p_i64 - fixed_i64[v2 % 10]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_max(p_i64)
let v6 = workgroup_max(ceil((fixed_f32[1393356980u32 % 11] * fixed_f32[b0[14] % 11])))
let v7 = workgroup_max(f64(floor(fixed_f64[31u64 % 10])))
let v8 = atomic_and(b14[me], 1874493001u32)
let v9 = ((p_bool || fixed_bool[2147483647u32 % 7]) ? workgroup_iscan_add(p_u32) : workgroup_iscan_xor(p_u32))
let v10 = bool((v5 - p_i64))
b11[me, 0] = ((len(bytes) + v8) / (b0[me + 0] * p_u32))
assert me < 9 || (fixed_bool[lid.z % 7] ? bool(v6) : (p_bool && v10)), "{}", (false ? v10 : fixed_bool[TABLE[4] % 7])
fixpoint k12 in 2..4 {
let v13 = grid_iscan_and(fixed_u64[128u32 % 10])
hits[atomic_add(found[0], 1)] = u32(u64_at(bytes, v8 % 41))
if k12 < 6 && bool((v10 ? b15[here] : o10_4[me + 0, (b15[here] | 32u32) % 2])) { again }
}
hits[atomic_add(found[0], 1)] = ((p_bool ? p_u32 : v8) >> min(63u32, v8))
if (fixed_bool[p_u32 % 7] ? workgroup_iscan_xor((v6 < fixed_f32[me + 0])) : (v8 % 3 != 1)) {
atomic_sub(b13[v9 % 2], ((v8 / p_u32) | v8), acq_rel, system)
hits[atomic_add(found[0], 1)] = (mulhi(v8, 2147483647u32) + u32(b0[rotl(p_u32, v8) % 100]))
}
let v14 = workgroup_add(round(v6))
if true {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v14)
