// Program 8127 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8127
program conform_8127
workgroup 2, 3, 1
grid 4, 3, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = 0
param p_u64: u64 = 18
param p_i64: i64 = -28
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[12]
out b1: u32[12]
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[10]
in fixed_i32: i32[9]
in fixed_u64: u64[4]
uniform fixed_i64: i64[8]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[6]
uniform b10: u16[7, 2]
persistent b11: u16[12]
scratch b12: i8[13, 1]
persistent b13: f32[12]
persistent b14: i32[14]
out b15: i32[12]
inout b16: atomic u64[4]
inout b17: atomic i32[12]
shared b18: u32[6]
shared b19: u16[6]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_and(ctz((2u32 % b11[me])))
let v1 = workgroup_iscan_and(fixed_i32[me & 1])
let v2 = workgroup_iscan_and(fixed_u64[me & 7])
let v3 = atomic_load(b17[me], acquire)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 4294967295u32 % 7)
wait()
barrier grid
if fixed_bool[reverse(p_i32) % 4] {
b16[(~2147483647u32) % 5] += ((fixed_bool[me & 7] || fixed_bool[me & 7]) ? (p_bool ? p_u64 : v2) : (fixed_bool[b0[0] % 4] ? 4294967295u64 : v2))
if (reverse(i64(workgroups.z)) > rotl(i64(grid_size.y), workgroups.y)) {
b16[b10[me & 7, 1] % 5] += fixed_u64[me & 7]
}
if (bool(fixed_i64[p_u32 % 9]) && workgroup_xor((v0 % 2 < 2))) {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, p_u32 % 7)
wait()
} else {
block l4 {
if fixed_bool[v0 % 4] { leave l4 }
}
}
} else {
fixpoint k6 in 0..2 {
b13[me] = b13[(me * 5 + 5) % 12] + grid_max(sqrt(fixed_f32[(fixed_i64[me & 3] << b19[here]) % 5]))
b11[me] += (-u32(fixed_i64[u32_at(bytes, 29) % 9]))
var w7 = 0
loop {
w7 += 1
if w7 > 2 { break }
let n8 = fixpoint k9 in 2..3 {
var v10 = (-(p_bool ? fixed_i64[k6 % 9] : fixed_i64[abs(32i32) % 9]))
v10 = (bool(fixed_i64[p_u32 % 9]) ? grid_or(((v0 % 2 >= 1) ? i64(u64_at(bytes, v0 % 41)) : i64(fixed_i64[me & 3]))) : grid_xor(v10))
if k9 < 5 && bool(i64(fixed_u64[fixed_u32[p_u32 % 11] % 5])) { again }
}
if bool(fixed_i32[mulhi(7i32, fixed_i32[7]) % 10]) {
continue
}
}
if k6 < 4 && fixed_bool[me & 7] { again }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3)
