// Program 14614 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14614
program conform_14614
workgroup 7, 1, 1
grid 28, 1, 1
param p_bool: bool = false
param p_u32: u32 = 8
param p_i32: i32 = 8
param p_u64: u64 = 2
param p_i64: i64 = -3
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
in fixed_bool: bool[4]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[6]
in fixed_f32: f32[6]
in fixed_f64: f64[6]
in o10_2: i8[, 1] @cache(streaming)
scratch b11: f64[28] @live
inout b12: f32[29, 1]
out b13: i64[28]
out b14: f32[28, 3]
persistent b15: atomic u32[3]
out b16: atomic i32[28]
shared b17: u32[7]
shared b18: f64[7]
shared b19: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_or(4294967294u32)
var v3 = u32((p_bool || fixed_bool[i32(fixed_u64[1]) % 5]))
v3 -= ((fixed_bool[(true ? p_u32 : v3) % 5] ? fixed_u32[v3 % 7] : b0[4294967295u32 % 29]) / min(4294967295u32, 63u32))
{
v3 ^= (((fixed_i64[v3 % 7] * fixed_i64[(bytes[4] ^ 424257558u32) % 7]) >= clamp(fixed_i64[p_u32 % 7], fixed_i64[(fixed_u32[3] | v3) % 7], 4294967296i64)) ? (u32(TABLE[TABLE[2] % 10]) % (true ? v3 : v3)) : u32((fixed_i32[v3 % 9] / 7i32)))
}
return v2
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(4294967294u32, (fixed_bool[popcount(2147483647u32) % 5] ? i32(fixed_f64[p_u32 % 7]) : i32(b0[127u32 % 29])))
let v5 = grid_iscan_min(b13[me])
let v6 = grid_iscan_max(u32((fixed_bool[me & 7] ? i64(grid_size.z) : p_i64)))
let v7 = grid_iscan_max(i32(gid.y))
var a8: f32[3]
a8[1] = b14[me, 1]
let v9, v10 = f2(a8, u32(fixed_u64[me & 7]) % 14)
f3(b1[me..me + 2], fixed_u32[me & 7])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, u32(false) % 8)
wait()
b15[b17[me & 1] % 4] -= v6
b1[me] = clz(u32(fixed_f32[me & 7]))
b15[(31u32 % 1u32) % 4] -= (min(b17[me & 3], v6) >> (fixed_bool[me & 7] ? v5 : p_i64))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(bits(a8[1])) + u32(bits(v9)) + u32(v10)
