// Program 58912 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 58912
program conform_58912
workgroup 7, 1, 1
grid 15, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = 5
param p_u64: u64 = 12
param p_i64: i64 = -1
param p_f32: f32 = 6.25
param p_f64: f64 = -0.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[4] @cache(random)
in fixed_i32: i32[11]
in fixed_u64: u64[5]
uniform fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[4]
in o10_24: u8[, 3]
inout o11_21: i64[]
persistent o12_22: u32[]
scratch b13: i8[22] @live
scratch b14: u32[21, 2]
scratch b15: atomic u64[3] @live
persistent o16_21: atomic u64[]
shared b17: u32[7]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_xor((true ? atomic_load(o16_21[me], acquire, system) : fixed_u64[me + 0]))
let v1 = subgroup_iscan_xor(min(fixed_i64[me + 0], o11_21[me]))
let v2 = subgroup_any((fixed_bool[me + 2] ? p_bool : fixed_bool[128u32 % 12]))
let v3 = subgroup_all(v2)
let v4 = subgroup_broadcast(((false ? p_bool : v2) ? bool(fixed_f32[128u32 % 4]) : (v2 ? v2 : v3)), mulhi(p_u32, 64u32) % 33)
let v5 = subgroup_broadcast(b0[(2147483647u32 ^ b17[here]) % 22], (v2 ? 2147483647u32 : p_u32) % 33)
let v6 = subgroup_broadcast(b13[me], min(v5, wid.z) % 33)
let v7 = subgroup_broadcast((p_bool ? v0 : p_u64), 1u32 % 33)
let v8 = subgroup_broadcast(fixed_i64[v5 % 11], (v2 ? 4294967295u32 : o10_24[2, 1]) % 33)
let v9 = subgroup_broadcast((-f32(fixed_bool[me + 1])), v5 % 33)
let v10 = subgroup_broadcast(ceil(fixed_f64[v5 % 5]), v5 % 33)
let v11 = atomic_exchange(o16_21[me], v7, acq_rel, workgroup)
atomic_add(b15[abs(v5) % 4], (-u64(true)), acquire, device)
if bool(v8) {
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
let v13 = clamp(((p_u32 >= v5) ? v6 : popcount(v6)), (v6 / (v2 ? fixed_i32[me + 1] : v6)), reverse(i32(v2)))
if v2 { continue }
}
}
let v14 = ((fixed_i64[i64(v9) % 11] <= v8) ? subgroup_max(round(fixed_f32[2147483647u32 % 4])) : subgroup_min(f32(fixed_f64[(v5 >> v6) % 5])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v14)
