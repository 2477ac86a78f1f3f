// Program 7714 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7714
program conform_7714
workgroup 5, 1, 1
grid 18, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -17
param p_u64: u64 = 7
param p_i64: i64 = -3
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[8]
in fixed_i32: i32[11]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[8]
in fixed_f32: f32[7]
uniform fixed_f64: f64[10]
in b10: i16[8]
persistent b11: u64[20]
inout o12_21: i8[] @align(4)
persistent b13: u64[20]
persistent b14: u8[22, 3]
out b15: i32[20] @range(30, 28)
out b16: atomic i32[3]
out b17: atomic i64[20] @cache(streaming)
shared b18: u32[5]
shared b19: u64[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[80] @count(found)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_max((u64(fixed_i64[fixed_i64[6] % 9]) / (fixed_bool[4294967296i64 % 8] ? 5u64 : b11[me])))
let v1 = workgroup_iscan_max((fixed_i64[mulhi(p_u32, 33u32) % 9] * fixed_i64[me + 2]))
let v2 = workgroup_iscan_and(fixed_bool[me + 0])
let v3 = atomic_or(b17[me], v1)
var a4: bool[5]
a4[2] = (p_bool ? v2 : fixed_bool[me + 1])
let v5, v6 = f2(fixed_bool[bits(unbits(0x2a94db2du32)) % 6..33u32 % 14], bits(fixed_f32[p_u32 % 8]) % 14)
f3(b1[me..me + 2], (-(false ? workgroup_size.x : wid.y)))
barrier workgroup
async_copy(b19, 0, fixed_u64, b0[p_u32 % 21] % 6, 1)
barrier grid
wait()
let v7 = grid_iscan_xor(fixed_i64[v6 % 9])
b14[me, 1] = (rotl(p_u32, u32_at(bytes, (1689227393u32 >> b19[here]) % 41)) + workgroup_iscan_or(v6) * workgroup_iscan_or(b14[me, clz(2147483647u32) % 3]))
b11[me] += grid_load(b11[256u32 % 21])
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
