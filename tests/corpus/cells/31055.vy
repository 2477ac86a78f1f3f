// Program 31055 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 31055
program conform_31055 service
workgroup 33, 1, 1
grid 255, 1, 1
param p_bool: bool = true
param p_u32: u32 = 22
param p_i32: i32 = -15
param p_u64: u64 = 24
param p_i64: i64 = -18
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[264]
out b1: u32[264]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[11]
uniform fixed_i32: i32[4]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[6]
in fixed_f32: f32[7] @cache(random)
in fixed_f64: f64[11]
in b10: u16[7, 2]
persistent b11: f64[264]
out b12: u8[265, 2]
persistent o13_264: bool[, 1]
persistent b14: atomic i64[1]
out b15: atomic u32[264]
mapped b16: f32[263]
mapped b17: u16[263]
mapped b18: atomic u32[len(b0)]
shared b19: u32[33]
shared b20: u8[33]
const SUM = len(b0) * 3 + len(bytes)
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_min(clamp(x0, b0[bits(fixed_f32[4]) % 265], p_u32))
var a3: u32[5]
a3[(x0 >> 63i64) % 5] += reverse(b10[x0 % 8, 1])
let v4 = a3[u32(1800788470i64) % 5]
block l5 {
if (bool(y1) || (fixed_u64[255u32 % 6] <= fixed_u64[v4 % 6])) {
} else {
}
if ((y1 == y1) || fixed_bool[fixed_i64[me + 0] % 6]) {  }
}
return (~v4)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1(max(b10[343992928u32 % 8, u32(true) % 2], rotr(workgroups.x, fixed_u64[(255u32 >> TABLE[4]) % 6])), (i32(fixed_u64[u32(true) % 6]) - i32(fixed_i64[127u32 % 7])))
let v7 = workgroup_scan_or(fixed_u64[me + 1])
let v8 = workgroup_scan_or(i64(v6))
let v9 = workgroup_scan_xor(o13_264[me, 0])
let v10 = atomic_and(b15[me], v6, acquire, device)
let v11 = (f64(fixed_f64[b10[5, 1] % 12]) + workgroup_broadcast(p_f64, (true ? 4294967295u32 : p_u32) % 34))
var v12 = workgroup_max(ceil_div(fixed_u64[me + 1], v7))
each i in 0i32..264 {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
