// Program 14835 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14835
program conform_14835
workgroup 2, 3, 1
grid 4, 9, 1
param p_bool: bool = false
param p_u32: u32 = 33
param p_i32: i32 = 9
param p_u64: u64 = 9
param p_i64: i64 = -11
param p_f32: f32 = 5.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[3]
in fixed_u64: u64[7]
in fixed_i64: i64[5] @align(64)
in fixed_f32: f32[7]
uniform fixed_f64: f64[4] @align(1)
in b10: u16[7]
scratch b11: u64[38] @live @align(16)
out b12: i64[37]
out b13: i8[37, 1]
scratch b14: atomic i64[3] @live
out b15: atomic i64[36]
shared b16: u32[6]
shared b17: i32[6]
shared b18: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let v2 = fixed_u32[(p_u32 | b0[p_u32 % 37]) % 7]
for k3 in u32(b10[v2 % 8]) % 3..(v2 << fixed_i32[p_u32 % 4]) % 6 {
let v4 = abs((fixed_bool[x0 % 11] ? fixed_u64[u32_at(bytes, p_u32 % 41) % 8] : fixed_u64[x0 % 8]))
if fixed_bool[5u64 % 11] { return (~v2) }
if bool(abs(245526061i32)) { continue }
}
return (bool(p_u64) ? v2 : x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_min(fixed_i64[0u64 % 6])
let v6 = workgroup_min(p_f32)
let v7 = workgroup_min(p_f64)
let v8 = atomic_exchange(b15[me], v5, acquire, workgroup)
atomic_add(b18[5u32 % 4], i32(u32(b13[me, 0])), acquire, workgroup)
let v9 = ((p_bool & fixed_bool[(4294967294u32 / len(b1)) % 11]) || workgroup_iscan_and(((-v7) == f64(b16[here]))))
b11[me] = abs(rotl((p_u64 ^ fixed_u64[me + 2]), (b11[me] / fixed_u64[128u64 % 8])))
b11[me] = abs((fixed_u64[me + 2] - fixed_u64[63u32 % 8]))
var v10 = grid_iscan_add(abs(b0[127i32 % 37]))
v10 = grid_scan_min(64u32)
b16[here] += (u32(fixed_f64[p_u32 % 5]) * u32(2i64))
let v11 = ((fixed_bool[p_u32 % 11] ? fixed_bool[b0[17] % 11] : fixed_bool[127u32 % 11]) ? grid_and(b16[here]) : u32(v6))
b13[me, 0] = popcount((fixed_i32[me + 0] * b13[me, 0]))
barrier grid
for k12 in -2..1 {
b17[here] += ctz((-128i32))
if bool(fixed_f32[u64_at(bytes, p_u32 % 41) % 8]) {
break
}
var w13 = 0
while w13 < 3 && ((fixed_bool[4294967294u32 % 11] && fixed_bool[7u32 % 11]) == (p_bool || true)) {
w13 += 1
block l14 {
if (fixed_f64[me + 1] >= (fixed_bool[v10 % 11] ? v7 : v7)) {
} else {
}
if (k12 > i32(fixed_u64[128u64 % 8])) { break }
}
if ((2147483648u32 % 3 >= 2) ? (v9 && fixed_bool[3u64 % 11]) : true) { break }
if v9 { break }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
