// Program 42962 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 42962
program conform_42962 service
workgroup 4, 4, 3
grid 3, 4, 6
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = -18
param p_u64: u64 = 2
param p_i64: i64 = -6
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @binding(7)
out b1: u32[96] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[11] @binding(28)
uniform fixed_u32: u32[11] @binding(35) @axis(0)
in fixed_i32: i32[10] @binding(5)
in fixed_u64: u64[9] @binding(12)
uniform fixed_i64: i64[4] @binding(19)
in fixed_f32: f32[6] @binding(26)
in fixed_f64: f64[8] @binding(33)
in b10: u8[3, 2] @binding(3) @axis(0)
persistent o11_97: i8[, 1] @binding(10)
scratch b12: f64[97, 2] @binding(17)
inout b13: u64[97, 1] @binding(24) @axis(0)
scratch b14: atomic u64[3] @live @binding(31)
inout b15: atomic i64[96] @binding(1)
mapped b16: u64[95] @binding(8) @axis(0)
mapped b17: i64[95] @binding(15) @cache(temporal)
mapped b18: atomic i64[96] @binding(22)
shared b19: u32[48] @binding(29)
shared b20: f64[48] @binding(36)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = clamp((fixed_i64[u32_at(bytes, p_u32 % 41) % 5] + fixed_i64[p_u32 % 5]), (fixed_i64[bytes[39] % 5] << 31u32), max(i64(-9223372036854775808), fixed_i64[b10[0, 1] % 5]))
v2 += i64(fixed_f32[4294967294u32 % 7])
o11_97[me, reverse(x0) % 1] = ((y1 | i32(-2147483648)) % (y1 >> x0))
return (fixed_bool[p_u32 % 12] ? (x0 / b0[x0 % 97]) : clamp(x0, b0[workgroup_size.y % 97], x0))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_and(((fixed_bool[(x3 << y4) % 12] ? x3 : x3) + (x3 + 5u32)))
var a6: i32[5]
a6[x3 % 5] = (-i32(256i64))
let v7 = a6[ctz(b0[p_u32 % 97]) % 5]
var w8 = 3
while w8 > 0 && (w8 % 3 == 2 || ((b0[b10[p_u32 % 4, 1] % 97] % 2 >= 1) && grid_broadcast(fixed_bool[me + 1], u32(i64(-9223372036854775808)) % 97))) {
w8 -= 1
o11_97[me, 0] = v7
if ((fixed_bool[clz(fixed_i32[0]) % 12] ^ fixed_bool[clz(fixed_i32[p_u32 % 11]) % 12]) || (fixed_bool[(true ? 32u64 : p_u64) % 12] | fixed_bool[b0[p_u32 % 97] % 12])) {
break
}
}
return v5
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v9 = f0(u32(p_f32), fixed_i32[90122341u32 % 11])
let v10 = grid_scan_add((b19[here] + v9))
let v11 = grid_scan_add(i32(fixed_u64[me + 0]))
let v12 = grid_scan_add(fixed_u64[p_u32 % 10])
let v13 = atomic_exchange(b15[me], 7i64, release, device)
atomic_add(b14[TABLE[3] % 4], clamp(v12, u64_at(bytes, v9 % 41), u64(b20[here])), acquire)
var w14 = 0
while w14 < 2 && (bool(p_u64) ? (fixed_bool[u32_at(bytes, 15) % 12] != fixed_bool[u32(unbits(0x79086f7eee3097bdu64)) % 12]) : p_bool) {
w14 += 1
o11_97[me, 5u32 % 1] = o11_97[me, 0]
}
o11_97[me, 0] += clamp(reverse(p_i32), popcount(fixed_i32[TABLE[6] % 11]), clamp(2i32, v11, o11_97[me, 0]))
var v15 = abs(p_u32)
v15 = b0[v15 % 97]
let v16 = workgroup_min(clamp(f64(fixed_f32[b10[p_u32 % 4, 1] % 7]), floor(fixed_f64[b0[21] % 9]), min(fixed_f64[(o11_97[me, 0] - fixed_i32[4]) % 9], b20[here])))
o11_97[me, 0] = v11
var v17 = grid_load(b19[popcount(p_u32) % 49])
v17 = mulhi(u32(p_f32), v17)
var w18 = 4
while w18 > 0 {
w18 -= 1
each i in 0..24, j in 0..4 {
b1[i * 4 + j] = grid_size.x
}
if ((fixed_bool[32i32 % 12] ? fixed_bool[p_u32 % 12] : fixed_bool[v17 % 12]) & (v17 % 3 == 1)) {
break
}
if (false ? grid_all(fixed_bool[v11 % 12]) : grid_and((fixed_bool[rotl(v17, b19[here]) % 12] || fixed_bool[b10[0, 1] % 12]))) {
var v21 = grid_load(fixed_i64[i64(1i64) % 5])
v21 = (~(fixed_i64[(v21 >> fixed_i32[0]) % 5] << (v17 % 4294967294u32)))
} else {
each i in 0u32..96 {
}
}
if ((fixed_f64[v17 % 9] != p_f64) ? (fixed_bool[v17 % 12] && fixed_bool[127u64 % 12]) : (p_u32 != p_u32)) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v15) + u32(v16) + u32(v17)
