// Program 46335 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46335
program conform_46335
workgroup 7, 1, 1
grid 14, 1, 1
param p_bool: bool = false
param p_u32: u32 = 33
param p_i32: i32 = 7
param p_u64: u64 = 24
param p_i64: i64 = -16
param p_f32: f32 = 1.25
param p_f64: f64 = -8.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[len(b0)] @range(50, 3)
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[4]
in fixed_i32: i32[11]
uniform fixed_u64: u64[11]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[6] @axis(0)
in fixed_f64: f64[8] @cache(temporal) @axis(0)
uniform b10: u16[1]
inout b11: f64[14]
persistent o12_45: i8[, 3]
inout o13_45: u32[, 3]
out b14: atomic u64[1]
out b15: atomic i32[14]
shared b16: u32[7]
shared b17: f32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u32[2]
a2[(false ? 5u32 : u32_at(bytes, p_u32 % 41)) % 2] += u32((fixed_f64[popcount(4294967294u32) % 9] - fixed_f64[me + 2]))
let v3 = a2[b0[p_u32 % 15] % 2]
atomic_add(b14[v3 % 2], clamp(mulhi(fixed_u64[me + 0], 4294967295u64), rotr(fixed_u64[me + 1], fixed_u64[me + 0]), (fixed_u64[1065434243u32 % 12] * p_u64)), relaxed, workgroup)
block l4 {
if ((fixed_bool[v3 % 8] && fixed_bool[me + 1]) ? (fixed_bool[(p_i64 << 256i64) % 8] ? fixed_bool[1u32 % 8] : fixed_bool[(-1i64) % 8]) : (fixed_bool[256u32 % 8] & false)) { return (p_bool ? v3 : u32_at(bytes, v3 % 41)) }
}
return (a2[7i64 % 3] >> u32(fixed_u64[u32(fixed_f64[p_u32 % 9]) % 12]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_xor(p_u64)
let v6 = grid_scan_xor(fixed_i64[ctz(b0[p_u32 % 15]) % 10])
let v7 = grid_iscan_add(b10[bytes[me + 2] % 2])
let v8 = atomic_or(b15[me], 128i32, acq_rel)
atomic_sub(b14[v7 % 2], (u64(v7) - (true ? fixed_u64[o13_45[me, 1] % 12] : u64_at(bytes, lid.y % 41))))
let v9 = (fixed_bool[5u64 % 8] ? workgroup_iscan_max((fixed_i64[me + 2] >> v8)) : workgroup_or(p_i64))
var v10 = (u64(-3.0f32) << 255u32)
v10 = grid_add(fixed_u64[rotr(p_u32, fixed_i32[0]) % 12])
var v11 = (abs(fixed_f64[4294967294u32 % 9]) + grid_min(fixed_f64[b16[here] % 9]) * grid_add((fixed_f64[v7 % 9] / p_f64)))
v11 += 0.0f64
let v12 = f0(((v7 >> v8) | u32(v9)), atomic_and(b15[me], v8, release, device))
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12)
