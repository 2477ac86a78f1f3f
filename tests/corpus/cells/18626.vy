// Program 18626 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18626
program conform_18626
workgroup 2, 3, 1
grid 34, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = 10
param p_u64: u64 = 29
param p_i64: i64 = -23
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[102]
out b1: u32[102]
in bytes: u8[40]
in fixed_bool: bool[7] @axis(0)
in fixed_u32: u32[7] @cache(temporal)
in fixed_i32: i32[7]
in fixed_u64: u64[9]
in fixed_i64: i64[3] @axis(0)
in fixed_f32: f32[7]
uniform fixed_f64: f64[6]
uniform b10: i16[5, 2]
scratch b11: u16[103, 1] @cache(streaming) @axis(0)
inout b12: u16[102, 1]
out b13: i8[104, 1] @align(4)
persistent o14_306: u16[, 3]
persistent b15: atomic u32[4]
scratch b16: atomic u32[len(b0)]
shared b17: u32[6]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[408] @count(found)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = max(p_f32, ceil(fixed_f32[u32_at(bytes, p_u32 % 41) % 8]))
if bool(fixed_i64[me & 7]) {
o14_306[me, 1] += u32((TABLE[u32(x0) % 10] + o14_306[me, x0 % 3]))
}
return ((fixed_bool[me & 1] & p_bool) ? (x0 << fixed_i64[2147483648u32 % 4]) : x0)
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_or(ctz(x3))
var v6 = (i64(fixed_i32[5u32 % 8]) >> 1288226339u64)
region "r7" {
var v8 = grid_and(18446744073709551615u64)
v8 = u64(workgroups.y)
}
return popcount(p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v9 = f1(((3i64 > fixed_i64[1954155121u32 % 4]) ? u32(3i32) : (atomic_or(b16[me], 33u32) & o14_306[me, (32u32 * 1469292300u32) % 3])), (mulhi(fixed_i32[u32_at(bytes, 8) % 8], 3i32) >> clamp(fixed_i64[u32(unbits(0x36a0000000000000u64)) % 4], 127i64, fixed_i64[4294967294u32 % 4])))
let v10 = workgroup_scan_or(((fixed_bool[me & 3] ? fixed_bool[me & 1] : p_bool) ? rotl(b13[me + 2, 0], bytes[len(bytes) % 41]) : fixed_i32[me & 7]))
let v11 = workgroup_scan_or((~fixed_u64[me & 3]))
let v12 = workgroup_scan_or(fixed_i64[me & 7])
var a13: f64[2]
a13[1] = min(a13[v9 % 3], fixed_f64[me & 7])
let v14, v15 = f2(a13, (true ? b16[p_u32 % 103] : b11[me, 0]) % 14)
f3(b1[me..me + 1], (u32(v14) / (v15 << v12)))
atomic_add(b15[1u32 % 5], ((v15 << v15) + (fixed_bool[me & 3] ? v15 : p_u32)))
let v16 = grid_load(fixed_f32[i32(-2147483647) % 8])
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, (4294967294u32 + workgroups.x) % 7)
barrier grid
wait()
a13[v15 % 3] = (-round(unbits(0x17e6cdb2ab94ef24u64)))
let v17 = grid_broadcast(f64(fixed_bool[me & 3]), 7u32 % 103)
b12[me, 0] = b12[(me * 5 + 4) % 102, 0] + grid_max(b11[me, clz(v15) % 1])
let v18 = ((fixed_bool[(false ? bytes[p_u32 % 41] : TABLE[p_u32 % 10]) % 8] | p_bool) ? workgroup_iscan_and(v12) : workgroup_iscan_xor(v12))
let v19 = f1(u32(p_i32), i32(max(fixed_f64[(b0[p_u32 % 103] ^ 4294967294u32) % 7], fixed_f64[32u32 % 7])))
b12[me, 0] = v15
if (clamp(7u32, u32_at(bytes, fixed_u32[1] % 41), b0[p_u32 % 103]) % 5 >= 1) && wid.x % 1 == 1 { return }
if ((fixed_i32[18446744073709551615u64 % 8] < b10[64i64 % 6, min(1u32, 33u32) % 2]) ? false : (bytes[(TABLE[p_u32 % 10] ^ 64u32) % 41] >= b0[fixed_u64[5] % 103])) {
for k20 in u32(2i64) % 2..1 + wid.x * 2 + (bool(fixed_i64[i32(p_i32) % 4]) ? workgroup_min(((4294967295u32 % p_u32) * (p_u32 & workgroup_size.x))) : workgroup_add(v19)) % 3 step 2 {
var w21 = 0
loop {
w21 += 1
if w21 > 1 { break }
barrier workgroup
async_copy(b17, 1, b0, ctz(k20) % 103, 6)
wait()
let v22 = (max(p_i64, v12) + workgroup_or(fixed_i64[clamp(3u32, 5u32, k20) % 4]))
barrier workgroup
}
if fixed_bool[u32(k20) % 8] {
break
}
if ((p_bool || fixed_bool[(k20 >> p_i64) % 8]) ? (fixed_bool[ceil_div(b0[58], b0[p_u32 % 103]) % 8] ? fixed_bool[p_u32 % 8] : fixed_bool[grid_size.x % 8]) : (u64_at(bytes, p_u32 % 41) > fixed_u64[p_u32 % 10])) {
continue
}
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(bits(a13[1]) >> 32) + u32(bits(v14) >> 32) + u32(v15) + u32(bits(v16)) + u32(bits(v17)) + u32(v18) + u32(v19)
