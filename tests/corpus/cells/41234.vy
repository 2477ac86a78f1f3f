// Program 41234 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 41234
program conform_41234
workgroup 255, 1, 1
grid 251, 1, 1
param p_bool: bool = false
param p_u32: u32 = 36
param p_i32: i32 = -1
param p_u64: u64 = 18
param p_i64: i64 = -11
param p_f32: f32 = 8.25
param p_f64: f64 = -8.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[255] @range(533, 304)
in bytes: u8[40]
uniform fixed_bool: bool[9]
in fixed_u32: u32[7]
in fixed_i32: i32[11]
uniform fixed_u64: u64[9]
uniform fixed_i64: i64[8]
uniform fixed_f32: f32[11]
in fixed_f64: f64[6]
in b10: i8[3, 2]
out b11: u8[257, 3]
out b12: u16[256]
persistent b13: i8[255]
inout b14: atomic i64[1]
out b15: atomic u32[255] @range(934, 60)
shared b16: u32[255]
shared b17: bool[255]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[1020] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_load(fixed_f64[b0[214] % 7])
let v1 = grid_add(u32((fixed_bool[me + 1] ? unbits(0x36a0000000000000u64) : p_f64)))
let v2 = grid_add(fixed_i32[1u32 % 12])
let v3 = atomic_max(b15[me], wid.y, acquire)
b14[2147483647u32 % 2] -= fixed_i64[u32(p_f64) % 9]
let v4 = (fixed_bool[i64(unbits(0xfff0000000000000u64)) % 10] ? grid_max(b13[me]) : i32(v2))
let v5 = grid_or(fixed_u64[wid.z % 10])
block l6 {
each i in 0i32..255 {
atomic_sub(b14[ctz(p_u32) % 2], (i64(fixed_f32[(gid.y % v1) % 12]) >> (fixed_i32[b11[i, 1] % 12] / fixed_i32[255u32 % 12])))
b14[(v1 ^ b0[p_u32 % 256]) % 2] -= popcount(clz(p_i64))
}
atomic_add(b14[popcount(v3) % 2], max(fixed_i64[v1 % 9], i64(v5)), relaxed, device)
var w8 = 2
while w8 > 0 {
w8 -= 1
each i in 0i32..255 {
hits[atomic_add(found[0], 1)] = ((v1 % v3) * (-v1))
atomic_store(b15[i], (fixed_bool[v3 % 10] ? (368823961u32 ^ b1[i]) : max(fixed_u32[(fixed_bool[p_u32 % 10] ? TABLE[1] : v3) % 8], v1)), relaxed)
var w10 = 0
loop {
w10 += 1
if w10 > 4 { break }
for k11 in u64(1220782651u32) % 3..ceil_div(fixed_u64[1u32 % 10], v5) % 6 {
}
if (bool(fixed_i64[fixed_u64[4] % 9]) || (fixed_bool[v1 % 10] ? fixed_bool[v1 % 10] : fixed_bool[i64(-9223372036854775808) % 10])) { break }
}
}
if bool(v1) {
leave l6
}
if (p_f32 != min(p_f32, fixed_f32[TABLE[p_u32 % 10] % 12])) {
break
}
}
if fixed_bool[v1 % 10] {
leave l6
}
if (!fixed_bool[1u32 % 10]) {
leave l6
}
if ((fixed_f32[v1 % 12] != 16777217.0f32) && (fixed_f64[b0[p_u32 % 256] % 7] < fixed_f64[clz(v1) % 7])) {
leave l6
}
if bool(fixed_f32[u32(v1) % 12]) {
leave l6
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5)
