// Program 84785 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 84785
program conform_84785
workgroup 33, 1, 1
grid 114, 1, 1
param p_bool: bool = false
param p_u32: u32 = 26
param p_i32: i32 = -5
param p_u64: u64 = 37
param p_i64: i64 = -24
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132]
in bytes: u8[40]
in fixed_bool: bool[10] @cache(streaming)
in fixed_u32: u32[8]
in fixed_i32: i32[11]
in fixed_u64: u64[5]
in fixed_i64: i64[5] @align(64)
in fixed_f32: f32[7]
in fixed_f64: f64[10]
in b10: i16[9]
out b11: u8[132, 1]
inout b12: i8[133]
persistent b13: f32[133, 3]
scratch b14: atomic u32[1] @live @align(128)
persistent b15: atomic i64[132] @axis(0)
shared b16: u32[33]
shared b17: f32[33]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_and(max(fixed_u64[me + 2], u64_at(bytes, (2147483647u32 / p_u32) % 41)))
let v1 = grid_scan_and(clz(atomic_max(b15[me], 64i64, release)))
let v2 = grid_scan_or((f64(u64_at(bytes, v1 % 41)) != (fixed_bool[b16[here] % 11] ? fixed_f64[me + 1] : fixed_f64[7u32 % 11])))
let v3 = atomic_compare_exchange(b15[me], 64i64, 934289021i64, release, workgroup)
for k4 in 31u32 % 2..2 + ((true ? fixed_bool[p_u32 % 11] : fixed_bool[min(b0[p_u32 % 133], 32u32) % 11]) ? grid_add(b16[here]) : (fixed_bool[2147483648u32 % 11] ? TABLE[b0[77] % 10] : bytes[ceil_div(1990295705u32, 992787680u32) % 41])) % 3 step 0 {
for k5 in k4 % 2..1 + (u32(p_f64) + grid_max(k4)) % 3 {
if fixed_bool[k4 % 11] {
continue
}
}
if workgroup_load(fixed_bool[fixed_u64[p_u32 % 6] % 11]) {
b11[me, 0] += u32(v1)
let v6 = f64(fma(fixed_f64[(k4 * b0[p_u32 % 133]) % 11], fixed_f64[b10[p_u32 % 10] % 11], fixed_f64[min(b0[43], len(bytes)) % 11]))
b11[me, 0] = u32((i64(31i64) < atomic_or(b15[me], v3, relaxed, system)))
let v7 = workgroup_load(fixed_u64[k4 % 6])
}
barrier workgroup
each i in 0..4, j in 0..33 {
for k10 in (~v1) % 3..255i64 % 6 step (v2 ? atomic_and(b15[i * 33 + j], v1) : fixed_i64[v1 % 6]) % 4 {
b11[i * 33 + j, 0] += ((v2 ^ v2) ? rotr(b0[k4 % 133], p_i64) : u32(atomic_or(b15[i * 33 + j], fixed_i64[p_u32 % 6], acq_rel)))
atomic_sub(b14[u32_at(bytes, 30) % 2], u32(popcount(b0[k4 % 133])))
if (b12[i * 33 + j] >= i32(p_u32)) { continue }
if (v1 == p_i64) {
b13[i * 33 + j, 1] = (unbits(0x800000u32) / fixed_f32[v0 % 8])
} else if ((33u64 == v0) || fixed_bool[33u32 % 11]) {
}
if ((v2 ? p_f64 : fixed_f64[(v2 ? k4 : fixed_u32[3]) % 11]) >= (v2 ? fixed_f64[k4 % 11] : fixed_f64[(fixed_bool[p_u32 % 11] ? j : b0[p_u32 % 133]) % 11])) { continue }
}
if (bool(fixed_i64[33i32 % 6]) & true) { continue }
}
if fixed_bool[k4 % 11] {
barrier grid
continue
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3)
