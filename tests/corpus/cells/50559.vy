// Program 50559 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50559
program conform_50559
workgroup 5, 1, 1
grid 9, 1, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = 17
param p_u64: u64 = 20
param p_i64: i64 = -17
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[9] @axis(0)
in fixed_i32: i32[6]
uniform fixed_u64: u64[6]
in fixed_i64: i64[11]
in fixed_f32: f32[8]
in fixed_f64: f64[4]
in b10: u8[6, 1]
scratch b11: u64[10]
out b12: u8[len(b0)]
persistent b13: i64[12]
inout b14: u32[12, 3]
out b15: u32[10]
scratch b16: atomic i32[3]
scratch b17: atomic i32[10] @live
shared b18: u32[5] @align(8) @axis(0)
shared b19: u64[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[40] @count(found)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = fixed_i32[x0 % 7]
if me < 10 { b12[me] += lid.y }
for k3 in (fixed_bool[u32(b0[2]) % 11] ? fixed_u64[y1 % 7] : p_u64) % 3..fixed_u64[u32(445729496i64) % 7] % 6 {
if ((fixed_f32[x0 % 9] >= fixed_f32[clamp(p_i64, fixed_i64[me + 2], 1i64) % 9]) || true) { continue }
}
return 33u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_iscan_add(ctz(fixed_i32[p_u32 % 7]))
let v5 = workgroup_iscan_add(u64(b11[me]))
let v6 = workgroup_iscan_add(fixed_i64[me + 2])
let v7 = atomic_or(b17[me], p_i32, release, system)
var a8: f32[5]
a8[2] = f32(fixed_f64[127u32 % 5])
let v9, v10 = f2(fixed_f32[TABLE[p_u32 % 10] % 6..p_u32 % 14], 128u32 % 14)
f3(b1[me..me + 1], 4294967295u32)
barrier workgroup
async_copy(b19, 0, fixed_u64, b0[p_u32 % 11] % 7, u32(p_bool) % 6)
barrier grid
wait()
var w11 = 3
while w11 > 0 && (w11 % 3 == 2 || grid_broadcast(fixed_bool[b10[p_u32 % 7, 0] % 11], bytes[p_u32 % 41] % 11)) {
w11 -= 1
hits[atomic_add(found[0], 1)] = reverse((v10 / p_u32))
for k12 in fixed_i64[b0[p_u32 % 11] % 12] % 3..(33i64 / i64(-9223372036854775808)) % 6 {
b14[me, v10 % 3] += (u32(v7) - ceil_div(v10, v10))
if fixed_bool[me + 1] { break }
}
hits[atomic_add(found[0], 1)] = b10[me + 0, ceil_div(v10, b18[here]) % 1]
}
if (f64(fixed_i32[2u32 % 7]) != fixed_f64[fixed_i32[p_u32 % 7] % 5]) {
let v13 = grid_add(p_u64)
b11[me] = mulhi((~(v13 ^ v13)), u64_at(bytes, v4 % 41))
}
fixpoint k15 in 0..2 {
let v16 = grid_broadcast(v9, mulhi(fixed_u32[p_u32 % 10], k15) % 11)
b1[me] += b1[(me * 5 + 0) % 10] + grid_max(reverse(min(2147483648u32, v10)))
if k15 < 1 && (!(fixed_f64[b10[p_u32 % 7, 0] % 5] != unbits(0x484cac8e89a887a5u64))) { again }
}
let v17 = sqrt((fixed_f32[clz(p_u32) % 9] + p_f32))
let v18 = ((fixed_bool[255u32 % 11] ? false : fixed_bool[(7u32 >> 4294967296u64) % 11]) ? workgroup_iscan_max(v7) : workgroup_iscan_xor(rotl(v7, v5)))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a8[2]) + u32(v9) + u32(v10) + u32(v17) + u32(v18)
