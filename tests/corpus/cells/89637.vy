// Program 89637 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 89637
program conform_89637
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 39
param p_i32: i32 = -10
param p_u64: u64 = 5
param p_i64: i64 = -24
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[10] @align(1)
in fixed_u32: u32[6]
uniform fixed_i32: i32[3]
in fixed_u64: u64[6]
uniform fixed_i64: i64[3]
in fixed_f32: f32[10]
uniform fixed_f64: f64[10]
in o10_9: u8[, 3] @cache(streaming)
out b11: u8[35]
out b12: i64[len(b0), 2]
persistent b13: u8[35, 3]
inout o14_32: u64[]
scratch b15: atomic u32[1]
persistent b16: atomic u64[33]
shared b17: u32[1]
shared b18: i16[1]
shared b19: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (true ? abs(4294967296i64) : clamp(fixed_i64[(u64_at(bytes, p_u32 % 41) + 128u64) % 4], fixed_i64[o10_9[me + 1, 1] % 4], fixed_i64[mulhi(y1, y1) % 4]))
b11[me] += b0[u32_at(bytes, 3) % 34]
b11[me] += x0
return clamp(b11[me], clamp(x0, p_u32, len(bytes)), (b0[me + 2] + x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_iscan_or((i64(o10_9[(b0[p_u32 % 34] % 1412723788u32) % 4, 1]) << (false ? b18[here] : b18[here])))
let v4 = workgroup_iscan_xor(fixed_bool[63u32 % 11])
let v5 = workgroup_iscan_xor((p_u32 << 0i32))
let v6 = atomic_load(b16[me])
atomic_add(b15[(true ? v5 : v5) % 2], (~p_u32))
var a7: f32[4]
a7[p_u32 % 5] += clamp((fixed_f32[v5 % 11] * fixed_f32[me + 2]), ceil(fixed_f32[b1[me] % 11]), a7[u32(b18[here]) % 5])
let v8 = a7[(lane | o10_9[p_u32 % 4, 1]) % 4]
b11[me] = workgroup_iscan_and(ctz(bits(v8)))
let v9 = grid_xor(v6)
if ((true ^ v4) || (v5 % 5 != 1)) {
atomic_sub(b15[v5 % 2], abs(b11[me]), acquire)
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(a7[2]) + u32(v8) + u32(v9)
