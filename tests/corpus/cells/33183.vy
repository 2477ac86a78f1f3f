// Program 33183 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33183
program conform_33183
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 10
param p_u64: u64 = 18
param p_i64: i64 = -9
param p_f32: f32 = 4.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[len(b0)]
in bytes: u8[40] @cache(temporal)
in fixed_bool: bool[11]
in fixed_u32: u32[3]
uniform fixed_i32: i32[7]
in fixed_u64: u64[10] @cache(random) @axis(0)
uniform fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[6]
in b10: u8[9, 3]
scratch b11: u8[1]
persistent o12_6: i32[, 2] @axis(0)
inout b13: bool[2, 1, 1]
scratch b14: atomic i64[3] @live
out b15: atomic i64[len(b0)]
shared b16: u32[1]
shared b17: u8[1]
shared b18: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4] @count(found)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_or(609776377u32)
let v3 = rotr((fixed_bool[workgroups.x % 12] ? bytes[u64(-0.0f64) % 41] : TABLE[(y1 % p_i32) % 10]), (2u32 - b10[bits(1.0f32) % 10, b0[0] % 3]))
block l4 {
for k5 in i32(y1) % 3..i32(fixed_i32[v3 % 8]) % 6 {
if (fixed_bool[clz(wid.y) % 12] ? fixed_bool[me + 2] : (fixed_bool[me + 0] ? p_bool : fixed_bool[p_i64 % 12])) { continue }
}
if ((b10[b0[p_u32 % 2] % 10, max(b10[0, 1], 31u32) % 3] % 4 == 1) || bool(y1)) {
leave l4
}
}
return ctz(rotr(v3, fixed_i64[v2 % 11]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1((bool(fixed_f64[u32_at(bytes, p_u32 % 41) % 7]) ? (lane * b11[me]) : (b16[here] | b11[me])), reverse(fixed_i32[rotr(2u32, fixed_u64[9]) % 8]))
let v7 = workgroup_scan_or(v6)
let v8 = workgroup_scan_or(i32(3u64))
let v9 = workgroup_scan_or((fixed_u64[4294967296u64 % 11] % fixed_u64[v7 % 11]))
var a10: u64[4]
a10[2] = u64(v9)
let v11, v12 = f2(fixed_u64[u32(9223372036854775808u64) % 6..v7 % 14], v6 % 14)
f3(b1[me..me + 2], u32(fixed_f64[me + 1]))
barrier workgroup
async_copy(b17, 1, bytes, bits(-16777217.0f32) % 41, 128u32 % 2)
barrier grid
wait()
atomic_add(b14[7u32 % 4], i64((fixed_bool[b16[me + 1] % 12] ? b13[me, (workgroups.z >> 255u32) % 1, 0] : false)))
b11[me] = ((b13[me, len(b1) % 1, 0] ? 2147483647u32 : b17[here]) + workgroup_load(b0[32u32 % 2]) * workgroup_or(v12))
var a13: i64[3]
a13[b10[me + 0, 1] % 3] = a13[p_u32 % 4]
let v14 = a13[v12 % 3]
b11[me] >>= (~v14)
each i in 0i32..1 {
}
let v16 = grid_iscan_or(v8)
hits[atomic_add(found[0], 1)] = u32(fixed_f32[b1[me] % 4])
b17[here] *= b10[v12 % 10, 1]
let v17 = f1(u32(clz(v11)), (-p_i32))
let n18 = fixpoint k19 in 1..2 {
let v20 = grid_scan_min(v11)
b11[me] = p_u32
if p_bool {
if fixed_bool[5i32 % 12] {
if (b13[me, 0, 0] || (7u32 == v17)) {
}
}
} else {
}
if k19 < 2 && (fixed_f32[(v12 * k19) % 4] != (-unbits(0x966329cau32))) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(a10[2]) + u32(v11) + u32(v12) + u32(a13[1]) + u32(v14) + u32(v16) + u32(v17) + u32(n18)
