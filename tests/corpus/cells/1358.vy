// Program 1358 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1358
program conform_1358
workgroup 31, 1, 1
grid 62, 1, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = 12
param p_u64: u64 = 10
param p_i64: i64 = -35
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[len(b0)]
in bytes: u8[40] @cache(random)
uniform fixed_bool: bool[5]
uniform fixed_u32: u32[7]
in fixed_i32: i32[10]
uniform fixed_u64: u64[7] @axis(0)
in fixed_i64: i64[6]
uniform fixed_f32: f32[11]
in fixed_f64: f64[7]
in b10: i8[4, 2]
out b11: i16[62, 2]
scratch b12: u64[63]
persistent b13: i8[62]
out b14: atomic i32[3]
inout b15: atomic u64[62]
shared b16: u32[31]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(p_i32)
let v1 = grid_scan_xor(atomic_xor(b15[me], 7u64, acquire, device))
let v2 = grid_scan_xor(fixed_i64[me & 1])
let v3 = atomic_min(b15[me], v1)
var a4: bool[3]
a4[1] = (b16[here] % 4 == 1)
let v5, v6 = f2(a4, 255u32 % 14)
f3(b1[me..me + 2], (64u32 - mulhi(v6, v6)))
atomic_sub(b14[u32(-1.0f32) % 4], (mulhi(b10[me & 3, u32(p_bool) % 2], v0) + i32(fixed_f64[me & 7])), relaxed)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 32u32 % 32)
wait()
let v7 = abs(fixed_f64[(255u32 * fixed_u32[p_u32 % 8]) % 8])
block l8 {
b11[me, fixed_u32[me & 3] % 2] = min(v0, reverse(v0))
a4[fixed_u32[me & 1] % 3] = ((u64_at(bytes, 9223372036854775808u64 % 41) <= fixed_u64[me & 1]) ^ bool(v7))
if bool(sqrt(fixed_f32[v2 % 12])) {  }
b16[here] = u32((i32(fixed_f32[me & 7]) ^ v0))
if (bool(fixed_bool[u32(v2) % 6]) || (a4[v6 % 4] & false)) {  }
}
each i in 0i64..62 {
var v10 = p_i64
v10 /= mulhi(i64(v10), (i * fixed_i64[wid.y % 7]))
}
var w11 = 4
while w11 > 0 {
w11 -= 1
var w12 = 0
loop {
w12 += 1
if w12 > 2 { break }
b1[me] += grid_scan_min(v6)
each i in 0u64..62 {
b11[i, wid.y % 2] = ((fixed_f32[(v6 << i) % 12] <= unbits(0xc7f994fdu32)) ? clamp(v0, v0, v0) : (b10[u32(v0) % 5, 1] << v2))
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(bits(v7) >> 32)
