// Program 44303 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 44303
program conform_44303
workgroup 33, 1, 1
grid 73, 1, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = -2
param p_u64: u64 = 4
param p_i64: i64 = -5
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99] @align(16)
in bytes: u8[40] @axis(0)
in fixed_bool: bool[3]
uniform fixed_u32: u32[7]
in fixed_i32: i32[4]
in fixed_u64: u64[4]
uniform fixed_i64: i64[10]
in fixed_f32: f32[11]
uniform fixed_f64: f64[8] @cache(random)
uniform b10: u16[2]
scratch b11: f32[100]
persistent o12_100: u8[]
scratch b13: i32[101, 2]
scratch b14: i32[100, 1] @live
persistent b15: atomic u32[1]
persistent b16: atomic u64[99]
shared b17: u32[33]
shared b18: f64[33]
shared b19: atomic u32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((b14[me, (4294967294u32 & 255u32) % 1] ^ y1) * clamp(y1, p_i32, y1))
v2 = (fixed_bool[mulhi(x0, b10[1]) % 4] ? y1 : (p_i32 >> 1i64))
if bool(p_u32) {
b15[u32(256u32) % 2] -= max(bits(16777217.0f32), clz(o12_100[me]))
}
return b10[x0 % 3]
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_max(256u32)
var a6: bool[4]
a6[(v5 - b10[p_u32 % 3]) % 4] = (v5 % 2 < 2)
let v7 = a6[x3 % 4]
region "r8" {
block l9 {
if ((fixed_bool[1443016495u32 % 4] && fixed_bool[2147483647u32 % 4]) && (fixed_u64[fixed_i64[p_u32 % 11] % 5] <= u64_at(bytes, fixed_i32[p_u32 % 5] % 41))) {
leave l9
}
if bool(fixed_i32[b10[0] % 5]) {
leave l9
}
if ((p_f64 - fixed_f64[y4 % 9]) < f64(p_bool)) {
leave l9
}
}
}
return u32(trunc(fixed_f64[me + 2]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v10 = f1(u32((unbits(0x7fefffffffffffffu64) != b18[here])), (fixed_i32[(b0[p_u32 % 100] & b10[p_u32 % 3]) % 5] % (-p_i32)))
let v11 = workgroup_scan_min(((fixed_bool[me + 2] ? atomic_compare_exchange(b16[me], 952692834u64, 31u64) : fixed_u64[9223372036854775807i64 % 5]) & abs(u64_at(bytes, v10 % 41))))
let v12 = workgroup_scan_min(fixed_i64[rotl(len(bytes), b17[here]) % 11])
let v13 = workgroup_scan_max((-255u32))
let v14 = atomic_max(b16[me], 0u64)
b13[me, 1] = clz(i32(fixed_bool[v13 % 4]))
for k15 in (fixed_bool[me + 0] ? v14 : v11) % 3..u64(fixed_f32[p_u32 % 12]) % 6 {
if bool(atomic_and(b16[me], v14, acq_rel)) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
