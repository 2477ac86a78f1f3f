// Program 11699 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11699
program conform_11699 service
workgroup 33, 1, 1
grid 24, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = 13
param p_u64: u64 = 20
param p_i64: i64 = -10
param p_f32: f32 = 1.25
param p_f64: f64 = -1.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[4]
in fixed_i32: i32[10]
in fixed_u64: u64[10] @axis(0)
uniform fixed_i64: i64[6]
in fixed_f32: f32[5]
in fixed_f64: f64[4]
in b10: i8[2, 3]
scratch b11: f64[33] @live
scratch b12: u16[34, 2] @live
out b13: i32[len(b0), 2]
inout o14_34: i8[]
inout b15: u32[34, 1, 2] @axis(0)
scratch b16: atomic i32[2] @live @axis(0)
scratch b17: atomic u32[33] @live
mapped b18: f32[33] @axis(0)
mapped b19: u8[32]
mapped b20: atomic u32[33]
shared b21: u32[33]
shared b22: f64[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_xor(b12[me, x0 % 2])
var v3 = p_bool
v3 = (fixed_bool[p_i32 % 8] ? v3 : (v3 | fixed_bool[(i64(grid_size.y) ^ 1i64) % 8]))
region "r4" {
let v5 = (y1 + workgroup_iscan_xor(y1))
}
return ((v3 ^ fixed_bool[me & 7]) ? ctz(u32_at(bytes, fixed_u32[me & 7] % 41)) : (x0 * v2))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = workgroup_iscan_or(fixed_bool[me & 3])
let v7 = workgroup_iscan_or((b15[me, (256u32 >> 63u64) % 1, 1] | fixed_u32[me & 7]))
let v8 = workgroup_iscan_or((v6 ? (i32(wid.x) | fixed_i32[v7 % 11]) : fixed_i32[me & 1]))
let v9 = atomic_max(b17[me], v7)
var a10: i32[2]
a10[1] = rotr(v8, p_i64)
let v11, v12 = f2(fixed_i32[v9 % 6..p_u32 % 14], u32(p_f32) % 14)
f3(b1[me..me + 1], v9)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b22, 0, (p_u32 | 2u32) % 34)
wait()
fence()
atomic_store(b20[me], u32(max(p_i64, fixed_i64[min(v9, v12) % 7])), release, system)
block l13 {
let v14 = grid_add(p_u32)
for k15 in 0..3 {
if ((v6 && v6) && (!true)) {
let v16 = v6
leave l13
}
b1[me] += (clamp(u32(TABLE[clz(7u32) % 10]), v7, k15) + 33u32)
}
if me % 4 == 0 {
leave l13
}
}
fixpoint k18 in 0..0 {
if ((unbits(0x320d032eu32) + fixed_f32[3u32 % 6]) >= min(fixed_f32[k18 % 6], fixed_f32[k18 % 6])) {
b18[me] = (f32(u64(grid_size.z)) / fma(16777217.0f32, unbits(0x7f7fffffu32), 3.0f32))
}
var w19 = 0
loop {
w19 += 1
if w19 > 4 { break }
b1[me] += ((bits(fixed_f32[me & 7]) & (-v12)) / (-(u32_at(bytes, clamp(fixed_i64[4], 135501087i64, 1846126165i64) % 41) * v12)))
if bool(min(fixed_i64[me & 3], fixed_i64[v7 % 7])) { return }
if v6 { continue }
}
if k18 < 2 && (p_i32 >= (~fixed_i32[me & 3])) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(a10[1]) + u32(v11) + u32(v12)
