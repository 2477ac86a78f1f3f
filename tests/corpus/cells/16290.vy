// Program 16290 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16290
program conform_16290
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 0
param p_u64: u64 = 20
param p_i64: i64 = -4
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[6]
in fixed_u64: u64[11]
in fixed_i64: i64[3]
in fixed_f32: f32[7]
uniform fixed_f64: f64[6]
in b10: u16[1, 2] @axis(0)
out b11: u16[1, 1]
persistent b12: bool[2, 2] @align(8)
persistent b13: f32[1]
out b14: u16[2, 3]
out b15: atomic u32[1]
persistent b16: atomic u32[1]
shared b17: u32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = max(reverse((p_u64 ^ p_u64)), ((fixed_bool[len(b0) % 12] == fixed_bool[b0[p_u32 % 2] % 12]) ? (fixed_u64[(x0 ^ x0) % 12] - fixed_u64[9223372036854775807i64 % 12]) : min(127u64, fixed_u64[1i32 % 12])))
v2 *= rotl((u64_at(bytes, ceil_div(x0, b0[0]) % 41) >> x0), v2)
if ((b0[len(b0) % 2] >> v2) % 2 >= 2) {
for k3 in (~p_i32) % 3..(p_bool ? fixed_i32[b10[0, 1] % 7] : fixed_i32[33u32 % 7]) % 6 {
}
} else if ((b0[x0 % 2] >> bytes[x0 % 41]) % 4 < 2) {
}
return (u32(x0) % ceil_div(u32_at(bytes, b0[0] % 41), x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_and(u64((b12[me, 1] & b12[me, 1])))
let v5 = workgroup_scan_and(fixed_i64[p_u32 % 4])
let v6 = workgroup_scan_or(b12[me, 1])
atomic_store(b16[me], bits(b13[me]))
b15[p_u32 % 2] += max(4294967295u32, (b0[me + 2] & b1[me]))
b1[me] = b17[here]
b14[me, 1] = (p_u32 / clamp(b0[me + 2], fixed_u32[me + 0], fixed_u32[me + 2]))
b15[2147483648u32 % 2] += ((b12[me, 1] & p_bool) ? (b11[me, 0] - p_u32) : b1[me])
var w7 = 2
while w7 > 0 {
w7 -= 1
barrier grid
barrier grid
}
let v8 = workgroup_scan_or(fixed_u64[me + 0])
if p_bool {
atomic_add(b15[b14[me, 1] % 2], TABLE[b0[me + 1] % 10], acquire)
region "r9" {
region "r10" {
b11[me, 0] += (u32(v8) >> rotl(p_i32, fixed_i32[v5 % 7]))
}
if bool((fixed_f64[p_u32 % 7] * fixed_f64[fixed_i64[p_u32 % 4] % 7])) { return }
b11[me, 0] = rotr(p_u32, b10[ctz(b14[me, 1]) % 2, 1])
let v11 = grid_iscan_add(reverse(mulhi(fixed_u64[32u32 % 12], 3u64)))
}
}
b11[me, 0] = (v6 ? b10[p_u32 % 2, 1] : u32(b10[33i32 % 2, 1]))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v8)
