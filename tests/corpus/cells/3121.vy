// Program 3121 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3121
program conform_3121
workgroup 5, 1, 1
grid 20, 1, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = -4
param p_u64: u64 = 14
param p_i64: i64 = -17
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[20]
out b1: u32[20]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[6] @align(16)
in fixed_u32: u32[4]
in fixed_i32: i32[7]
in fixed_u64: u64[11]
in fixed_i64: i64[10]
in fixed_f32: f32[4] @align(256)
in fixed_f64: f64[4]
in b10: i8[8]
out b11: i8[20] @range(11, 1)
inout b12: f32[21, 2]
inout b13: i8[22, 3]
scratch b14: atomic i32[2] @live @axis(0)
persistent b15: atomic u64[20]
shared b16: u32[5]
shared b17: i8[5]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = b0[ctz(p_u32) % 21]
v2 += x0
let v3 = bool(fixed_u64[me + 2])
v2 = 2147483647u32
return ((TABLE[p_u32 % 10] << fixed_u64[me + 0]) ^ (v3 ? b0[p_u64 % 21] : x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_broadcast((i64(i32(-2147483648)) & (false ? fixed_i64[2147483647u32 % 11] : p_i64)), 2147483648u32 % 6)
let v5 = workgroup_broadcast(min(abs(fixed_f32[me + 0]), (p_bool ? fixed_f32[me + 0] : fixed_f32[fixed_u32[2] % 5])), b0[p_u32 % 21] % 6)
let v6 = workgroup_broadcast((fixed_f64[me + 1] / fixed_f64[u32_at(bytes, p_u32 % 41) % 5]), (-b0[18]) % 6)
let v7 = atomic_compare_exchange(b15[me], 256u64, 128u64, acquire, workgroup)
var a8: f64[5]
a8[2] = trunc(unbits(0xcf5f07a546f425a2u64))
let v9, v10 = f2(fixed_f64[u32(fixed_f32[1]) % 6..u32(v5) % 14], 127u32 % 14)
f3(b1[me..me + 1], u32(fixed_bool[me + 1]))
barrier workgroup
async_copy(b17, 0, b10, p_u32 % 9, 0)
wait()
let v11 = ((p_u32 <= b0[3u32 % 21]) ? workgroup_or(b10[u32_at(bytes, p_u32 % 41) % 9]) : workgroup_iscan_or((fixed_bool[v10 % 7] ? b10[v10 % 9] : b13[me, 1])))
var w12 = 0
loop {
w12 += 1
if w12 > 3 { break }
for k13 in b0[7] % 2..2 + min(grid_size.y, b0[(bytes[p_u32 % 41] / 1091369899u32) % 21]) % 3 step 1 {
block l14 {
b14[v10 % 3] += i32(f64(v5))
a8[(false ? b16[here] : v10) % 5] += v6
if (f32(k13) <= unbits(b16[here])) {  }
b16[here] += v10
if fixed_bool[fixed_u64[me + 0] % 7] {  }
}
var v15 = fixed_u64[k13 % 12]
v15 = u64(abs((1i32 << fixed_i32[len(b0) % 8])))
}
barrier grid
b16[here] += u32(bool(fixed_u64[p_u32 % 12]))
if me < 20 { b1[me] = rotr(clz(min(7u32, 610403850u32)), (rotr(v4, v11) ^ v4)) }
barrier grid
}
b17[here] = (fixed_bool[2147483648u32 % 7] ? grid_scan_add(i32(-2147483647)) : rotr(v11, fixed_i32[(~v10) % 8]))
if me <= 20 { b11[me] = (bool(v10) ? i32(p_f64) : (v11 / v11)) }
b11[me] /= ((true ? fixed_bool[v4 % 7] : fixed_bool[me + 2]) ? max(p_i32, v11) : (b10[me + 1] >> v11))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a8[2]) + u32(v9) + u32(v10) + u32(v11)
