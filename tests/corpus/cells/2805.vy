// Program 2805 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2805
program conform_2805
workgroup 32, 1, 1
grid 51, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = 17
param p_u64: u64 = 23
param p_i64: i64 = -39
param p_f32: f32 = 2.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[11]
in fixed_i32: i32[5]
uniform fixed_u64: u64[9]
in fixed_i64: i64[10]
in fixed_f32: f32[5]
uniform fixed_f64: f64[11] @cache(temporal)
in o10_18: i8[, 3] @cache(random)
inout b11: bool[len(b0)] @axis(0)
inout o12_65: u32[, 1]
out b13: bool[64]
out b14: u8[65, 3] @range(9, 35)
out b15: f64[65]
inout b16: atomic u32[1]
scratch b17: atomic u64[64] @live @cache(streaming)
shared b18: u32[32]
shared b19: bool[32]
shared b20: atomic u64[32]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_and((f32(fixed_f32[me & 1]) > fixed_f32[me & 3]))
let v1 = grid_iscan_and(o12_65[me, p_u32 % 2])
let v2 = grid_iscan_and((i32(p_i32) / (false ? fixed_i32[me & 3] : fixed_i32[b14[me, 1] % 6])))
let v3 = atomic_add(b17[me], 127u64)
barrier workgroup
async_copy(b19, 0, fixed_bool, bits(unbits(0x57b10d67u32)) % 12, 15)
wait()
block l4 {
barrier grid
if ((fixed_bool[136539484u32 % 12] && p_bool) || grid_load(fixed_bool[fixed_i32[4] % 12])) {
if bool(u32(fixed_u64[1308354793u32 % 10])) {
leave l4
}
let v5 = grid_add(v1)
if ((false && fixed_bool[2u64 % 12]) ? grid_and(p_bool) : (p_u32 % 3 >= 1)) {
leave l4
}
let v6 = (round(fixed_f32[v5 % 6]) * fixed_f32[me & 7])
}
if bool((unbits(0x7ff8000000000000u64) * p_f64)) {
} else {
}
if (v0 ? (v0 == b11[me]) : bool(u64_at(bytes, v1 % 41))) {
leave l4
}
if bool(i32(v1)) {
leave l4
}
}
let v7 = grid_scan_and(v0)
for k8 in -2..2 {
for k9 in (64u32 - 2147483647u32) % 2..1 + b0[k8 % 65] % 3 {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v7)
