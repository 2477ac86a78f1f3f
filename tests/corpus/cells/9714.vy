// Program 9714 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9714
program conform_9714
workgroup 1, 1, 1
param p_grid: u32 = 0
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = 1
param p_u64: u64 = 30
param p_i64: i64 = -39
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1] @cache(random)
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[9]
uniform fixed_i32: i32[6]
in fixed_u64: u64[6] @align(256)
uniform fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in o10_18: u8[, 3]
scratch b11: u16[3, 1] @live
inout b12: f32[1, 2]
persistent b13: u64[1]
persistent b14: u64[3]
out b15: atomic i32[4] @range(7, 1)
scratch b16: atomic u64[len(b0)]
shared b17: u32[1]
shared b18: u16[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = i64(sqrt(fixed_f64[x0 % 6]))
for k3 in i64(p_u64) % 3..mulhi(fixed_i64[workgroups.x % 8], fixed_i64[p_u64 % 8]) % 6 step i64(fixed_i64[255u32 % 8]) % 4 {
}
return max(x0, u32(unbits(0x7fc00000u32)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_load(fixed_bool[u32(unbits(0x4f800000u32)) % 7])
let v5 = workgroup_load(b17[4294967294u32 % 2])
let v6 = workgroup_load(fixed_i32[(v5 + v5) % 7])
let v7 = atomic_sub(b16[me], p_u64, acquire, workgroup)
var a8: f32[5]
a8[2] = fixed_f32[me + 1]
let v9, v10 = f2(a8, u32(fixed_i32[p_u32 % 7]) % 14)
f3(b1[me..me + 1], ctz(max(4294967295u32, v10)))
{
a8[clz(b18[here]) % 5] += f32(fma(max(fixed_f64[me + 2], fixed_f64[v10 % 6]), f64(v4), sqrt(16777217.0f64)))
let v11 = grid_iscan_min(v6)
if ((fixed_bool[p_u32 % 7] ? p_bool : fixed_bool[4294967294u32 % 7]) ? grid_scan_or(bool(v9)) : fixed_bool[me + 0]) {
a8[v10 % 5] += (fixed_f32[v10 % 6] + v9)
b11[me, 0] = u32((31i32 * p_i32))
}
}
barrier grid
let v12 = (reverse(5i64) >= (fixed_i64[2147483648u32 % 8] ^ fixed_i64[me + 0]))
var w13 = 2
while w13 > 0 {
w13 -= 1
let v14 = (v4 ? workgroup_xor((fixed_i64[v10 % 8] - fixed_i64[o10_18[p_u32 % 7, 1] % 8])) : workgroup_scan_min(fixed_i64[v10 % 8]))
}
if ((fixed_u64[grid_size.z % 7] == fixed_u64[7u32 % 7]) | (o10_18[p_u32 % 7, fixed_u32[p_u32 % 10] % 3] % 5 >= 1)) {
b1[me] = (v5 << (fixed_u64[v10 % 7] * 83939355u64))
if me < 2 { b11[me, 0] = u32((-fixed_f64[me + 1])) }
} else {
b11[me, 0] += u32(v7)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a8[2]) + u32(v9) + u32(v10) + u32(v12)
