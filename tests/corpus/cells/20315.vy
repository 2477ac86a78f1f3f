// Program 20315 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 20315
program conform_20315
workgroup 1, 1, 1
param p_grid: u32 = 32
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 32
param p_i32: i32 = -4
param p_u64: u64 = 3
param p_i64: i64 = -40
param p_f32: f32 = 7.25
param p_f64: f64 = -1.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33] @binding(7)
out b1: u32[33] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[11] @binding(28) @align(1) @axis(0)
in fixed_u32: u32[5] @binding(35)
uniform fixed_i32: i32[11] @binding(5)
in fixed_u64: u64[11] @binding(12) @axis(0)
in fixed_i64: i64[10] @binding(19)
uniform fixed_f32: f32[6] @binding(26)
in fixed_f64: f64[3] @binding(33)
in b10: u8[9, 2] @binding(3)
scratch b11: f32[34] @binding(10)
out b12: u32[33, 1] @binding(17)
persistent b13: u8[35] @binding(24)
out b14: atomic u32[4] @binding(31)
inout b15: atomic i32[33] @binding(1)
shared b16: u32[1] @binding(8)
shared b17: i16[1] @binding(15)
shared b18: atomic i32[3] @binding(22)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = max(f32(fixed_bool[(-1i64) % 12]), fixed_f32[ceil_div(x0, p_u32) % 7])
return (bool(p_i32) ? clz(bytes[p_u32 % 41]) : p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_iscan_and(fixed_bool[b10[0, 1] % 12])
let v4 = grid_iscan_and(u32(fixed_u64[me + 0]))
let v5 = grid_iscan_and((reverse(atomic_or(b15[me], 31i32)) / clamp(atomic_xor(b15[me], 31i32), b17[here], atomic_min(b15[me], 128i32, acq_rel, device))))
let v6 = atomic_load(b15[me], acquire, system)
b14[SUM % 5] += bits(f32(atomic_and(b15[me], v5, acq_rel, system)))
barrier grid
b11[me] = f32((v3 ? fixed_i32[v6 % 12] : v5))
b16[here] = (v4 + grid_scan_xor(v4) * grid_scan_or(u32(0.0f32)))
b11[me] += (fixed_bool[bits(p_f32) % 12] ? grid_broadcast(3.0f32, u32(p_bool) % 34) : f32(fixed_i32[me + 0]))
var w7 = 0
loop {
w7 += 1
if w7 > 3 { break }
if (fixed_bool[bytes[p_u32 % 41] % 12] ? fixed_bool[p_u32 % 12] : fixed_bool[b0[p_u32 % 34] % 12]) && wid.x % 1 == 1 { return }
}
var w8 = 4
while w8 > 0 && (w8 % 3 == 2 || (bool(b0[32u32 % 34]) ? grid_and(fixed_bool[b10[8, 1] % 12]) : grid_any(fixed_bool[v4 % 12]))) {
w8 -= 1
let v9 = ((5u64 <= 18446744073709551615u64) ? grid_max(((fixed_i64[fixed_u64[6] % 11] - p_i64) | (v3 ? fixed_i64[TABLE[1] % 11] : fixed_i64[v4 % 11]))) : grid_load(fixed_i64[(b10[1, 1] ^ bytes[p_u32 % 41]) % 11]))
let v10 = f64((v4 << v4))
barrier grid
if bool(fixed_u64[p_u32 % 12]) {
barrier grid
break
}
block l11 {
b13[me] += mulhi(mulhi(2147483647u32, (b0[(v3 ? u32_at(bytes, p_u32 % 41) : v4) % 34] + b12[me, v4 % 2])), ceil_div((v4 - v4), (v3 ? p_u32 : b0[grid_size.y % 34])))
if bool((p_i32 ^ v5)) {  }
if me < len(b1) { b1[me] += rotr((bool(fixed_u64[v4 % 12]) ? (v4 - u32_at(bytes, b10[1, 1] % 41)) : b10[abs(v4) % 10, b10[0, 1] % 2]), (min(fixed_u64[32i64 % 12], fixed_u64[lane % 12]) * fixed_u64[v4 % 12])) }
if (u64(v3) == p_u64) {  }
}
if fixed_bool[256u32 % 12] {
barrier grid
break
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6)
