// Program 12282 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12282
program conform_12282
workgroup 257, 1, 1
grid 65, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = -16
param p_u64: u64 = 14
param p_i64: i64 = -12
param p_f32: f32 = 2.25
param p_f64: f64 = -7.125
const WIDTH = 257
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[257]
out b1: u32[257]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[7]
in fixed_i32: i32[10]
in fixed_u64: u64[7]
in fixed_i64: i64[3]
uniform fixed_f32: f32[10]
uniform fixed_f64: f64[7]
in b10: u16[4, 2]
inout b11: i32[259, 2]
scratch b12: u32[259, 1]
persistent b13: i8[259, 1]
persistent b14: f32[258]
out b15: atomic i32[2] @align(32)
scratch b16: atomic i64[257] @live
shared b17: u32[257]
shared b18: i16[257]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: u32[2]
a2[clamp(bytes[15], x0, p_u32) % 2] = ((!fixed_bool[x0 % 12]) ? (fixed_bool[y1 % 12] ? a2[x0 % 3] : b0[(-grid_size.x) % 258]) : (-a2[clamp(x0, u32_at(bytes, 13), b0[p_u32 % 258]) % 3]))
let v3 = a2[u32(fixed_i32[2]) % 2]
a2[clz(fixed_u32[p_u32 % 8]) % 2] = u32(ctz(y1))
a2[u32_at(bytes, 22) % 2] += clz(bits(fixed_f32[u32(unbits(0xaa9886e5f15750bfu64)) % 11]))
return max(bits(fixed_f32[(-0u32) % 11]), (len(bytes) / b10[4294967294u32 % 5, 1]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_iscan_and(4294967295u64)
let v5 = grid_iscan_and(4294967296i64)
let v6 = grid_iscan_or((f32(TABLE[(true ? 2u32 : b17[here]) % 10]) != (fixed_bool[b17[here] % 12] ? fixed_f32[fixed_i32[3] % 11] : fixed_f32[me + 2])))
let v7 = atomic_max(b16[me], v5, acquire)
atomic_sub(b15[5u32 % 3], (fixed_i32[fixed_u32[1] % 11] | (b18[here] - b11[me, 1])))
b11[me, 1] *= fixed_i32[me + 0]
var v8 = grid_max((f32(fixed_u64[5i32 % 8]) + b14[me]))
let v9 = workgroup_scan_xor((false & v6))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
