// Program 14767 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14767
program conform_14767
workgroup 33, 1, 1
grid 100, 1, 1
param p_bool: bool = true
param p_u32: u32 = 7
param p_i32: i32 = -19
param p_u64: u64 = 29
param p_i64: i64 = -12
param p_f32: f32 = 0.25
param p_f64: f64 = -0.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[8]
in fixed_i32: i32[7] @align(32)
uniform fixed_u64: u64[4]
in fixed_i64: i64[5]
uniform fixed_f32: f32[6]
uniform fixed_f64: f64[5]
in b10: u8[1, 1]
scratch b11: u16[133, 1] @cache(temporal)
scratch b12: i16[len(b0), 2] @cache(random)
scratch b13: atomic u64[2] @live
inout b14: atomic u32[len(b0)]
shared b15: u32[33]
shared b16: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[528] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = max(f32(y1), sqrt(fixed_f32[b10[p_u32 % 2, 0] % 7]))
v2 += f32(clz(fixed_i64[32u32 % 6]))
block l3 {
let v4 = max((f32(fixed_bool[2147483647u32 % 6]) / v2), (bool(y1) ? unbits(u32_at(bytes, u32(p_bool) % 41)) : (v2 + fixed_f32[TABLE[1] % 7])))
hits[atomic_add(found[0], 1)] = u32((p_u64 - p_u64))
if ((x0 >> fixed_i64[abs(x0) % 6]) % 5 >= 1) {  }
}
v2 /= sqrt(v2)
if (u32(x0) % 5 != 1) {
block l5 {
v2 = f32((false ? fixed_bool[x0 % 6] : fixed_bool[i64(p_bool) % 6]))
if (rotr(b10[127u32 % 2, gid.y % 1], fixed_u64[me + 1]) % 2 != 2) { return x0 }
}
}
return u32(b0[b10[me + 2, 0] % 133])
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_max(839880017u32)
let v9 = grid_xor(fixed_u64[me + 0])
for k10 in fixed_i32[max(33u64, u64_at(bytes, p_u32 % 41)) % 8] % 3..(p_bool ? y7 : y7) % 6 {
}
barrier grid
return max((~x6), x6)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v11 = (i64(p_i32) / fixed_i64[b0[107] % 6])
v11 = max((p_i64 ^ fixed_i64[255u32 % 6]), i64(b0[255u32 % 133]))
var v12 = ((fixed_u64[u32(1.5f32) % 5] > fixed_u64[p_u32 % 5]) ? grid_and(fixed_i64[me + 1]) : grid_min(p_i64))
v12 += clz(rotl(4294967296i64, fixed_u64[7i32 % 5]))
var v13 = i64(bool(b10[256u32 % 2, 0]))
v13 = fixed_i64[ctz(u32_at(bytes, p_u32 % 41)) % 6]
var v14 = (~clamp(fixed_i32[31u32 % 8], fixed_i32[u32(255i32) % 8], fixed_i32[p_u32 % 8]))
v14 = (v14 >> ceil_div(fixed_u64[(1362937774u32 / 3u32) % 5], max(fixed_u64[p_u32 % 5], fixed_u64[u32(true) % 5])))
var v15 = v14
v15 = subgroup_scan_xor(v14)
let v16 = (fixed_bool[b0[91] % 6] ? workgroup_xor(v11) : workgroup_scan_max(v11))
fixpoint k18 in 2..2 {
var v19 = (i32(k18) + grid_add(v14) * grid_max((fixed_bool[k18 % 6] ? v14 : v14)))
v19 = i32(clamp(p_u64, min(fixed_u64[u64_at(bytes, 22) % 5], u64_at(bytes, u32_at(bytes, 24) % 41)), fixed_u64[u32(p_i32) % 5]))
if k18 < 5 && fixed_bool[clamp(p_i32, v14, p_i32) % 6] { again }
}
b11[me, rotr(0u32, u64_at(bytes, 39)) % 2] = u32(2i32)
each i in 0u32..132 {
b1[i] = b0[i % 133]
}
if me <= len(b1) { b11[me, popcount(b11[me, 0]) % 1] += reverse((b11[me, 0] % b1[me])) }
b11[me, 0] += u32(b11[me, 0])
if ((4294967295u32 % 5 != 1) ? grid_or((b0[p_u32 % 133] % 5 >= 2)) : (v11 != p_i64)) {
var v21 = i32(fixed_f32[p_u32 % 7])
v21 += (-(fixed_bool[me + 1] ? rotl(p_i32, fixed_i64[u32_at(bytes, 5) % 6]) : mulhi(v21, fixed_i32[u64_at(bytes, 37) % 8])))
if (i64(fixed_u64[u32(255u64) % 5]) >= clamp(v11, v11, v11)) {
each i in 0u32..132 {
atomic_sub(b13[p_u32 % 3], p_u64, acquire, system)
}
} else {
if grid_and(fixed_bool[255u32 % 6]) {
b11[me, 0] &= mulhi(min(b10[me + 1, p_u32 % 1], b10[popcount(1064487594u32) % 2, 0]), (fixed_bool[2147483647u32 % 6] ? 2147483648u32 : p_u32))
barrier workgroup
barrier grid
}
var w23 = 2
while w23 > 0 {
w23 -= 1
b11[me, 0] = ((b10[b15[here] % 2, mulhi(b10[0, 0], len(b0)) % 1] | u32_at(bytes, bytes[7] % 41)) + grid_and(b15[here]))
let v24 = ((18446744073709551615u64 | fixed_u64[p_u32 % 5]) + grid_scan_min(u64(b10[b10[0, 0] % 2, 64u32 % 1])))
if (fixed_u32[u32(p_u32) % 9] % 4 >= 2) {
continue
}
}
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b15, 0, u32(-3.0f32) % 34)
wait()
}
}
var a25: i64[3]
a25[127u32 % 3] = ((fixed_bool[2u32 % 6] ? fixed_bool[me + 2] : fixed_bool[436748407u32 % 6]) ? i64(unbits(0x29b6e7cf89af433eu64)) : (fixed_bool[2u32 % 6] ? fixed_i64[rotl(p_i32, 33u64) % 6] : v16))
let v26 = a25[u32(p_bool) % 3]
each k27 in a25[v14 % 4] % 3..fixed_i64[ceil_div(b10[p_u32 % 2, 0], p_u32) % 6] % 6, k28 in fixed_i32[256u32 % 8] % 3..22 {
if ((~b10[fixed_u32[p_u32 % 9] % 2, u32(bytes[20]) % 1]) % 2 == 1) {
let v29 = bool(bool(fixed_u64[len(b1) % 5]))
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(a25[1]) + u32(v26)
