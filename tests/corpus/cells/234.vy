// Program 234 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 234
program conform_234
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = false
param p_u32: u32 = 18
param p_i32: i32 = 3
param p_u64: u64 = 17
param p_i64: i64 = -1
param p_f32: f32 = 2.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99] @range(354, 10)
in bytes: u8[40]
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[7]
in fixed_u64: u64[8]
in fixed_i64: i64[7] @cache(random)
in fixed_f32: f32[5]
in fixed_f64: f64[8]
in b10: u16[2, 3]
scratch b11: u64[99]
out b12: i32[100, 2]
inout b13: f32[101]
persistent b14: f32[99] @axis(0)
inout o15_300: i16[, 3]
inout b16: atomic i32[4]
out b17: atomic u32[len(b0)]
shared b18: u32[33]
shared b19: u64[33]
shared b20: atomic i64[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(fixed_i32[(~5i64) % 8])
let v1 = workgroup_iscan_xor(ceil_div(u64(fixed_f64[rotl(2147483648u32, u64_at(bytes, p_u32 % 41)) % 9]), min(p_u64, 827466427u64)))
let v2 = workgroup_iscan_xor(((fixed_i32[255u32 % 8] == v0) ? 617715583i64 : i64(4294967294u32)))
let v3 = atomic_or(b17[me], 4294967295u32, relaxed, system)
var a4: u64[3]
a4[1] = v1
let v5, v6 = f2(a4, p_u32 % 14)
f3(b1[me..me + 1], (clamp(p_u32, b0[b0[p_u32 % 100] % 100], b0[v3 % 100]) / u32(atomic_load(b20[here]))))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, u32(unbits(0x7ff8000000000000u64)) % 34)
wait()
b18[here] += ((2147483647u32 * b0[v3 % 100]) + v6)
b13[me] += fixed_f32[fixed_u64[5] % 6]
let v7 = (~u64(1.5f64))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v7)
