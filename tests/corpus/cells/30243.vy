// Program 30243 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30243
program conform_30243
workgroup 2, 3, 1
grid 4, 9, 1
param p_bool: bool = true
param p_u32: u32 = 12
param p_i32: i32 = -7
param p_u64: u64 = 8
param p_i64: i64 = -39
param p_f32: f32 = 3.25
param p_f64: f64 = -7.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[9]
uniform fixed_i32: i32[5]
uniform fixed_u64: u64[9]
in fixed_i64: i64[7]
uniform fixed_f32: f32[6]
in fixed_f64: f64[7]
uniform b10: u16[9, 3]
inout b11: i64[36, 3] @axis(0)
inout b12: i64[38]
inout b13: f64[37, 3]
persistent b14: f32[37]
inout b15: atomic i64[1]
scratch b16: atomic u64[36] @live
shared b17: u32[6] @align(2)
shared b18: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = rotr(popcount(fixed_i32[x0 % 6]), rotl(fixed_u64[x0 % 10], fixed_i64[p_u64 % 8]))
var v3 = reverse(max(u64(fixed_f32[TABLE[1] % 7]), (u64_at(bytes, x0 % 41) % fixed_u64[p_u32 % 10])))
for k4 in clamp(4294967294u32, b0[rotl(2003752992u32, 31u64) % 37], b0[33u32 % 37]) % 3..b0[7u64 % 37] % 6 step clamp(b10[u32(555998974i32) % 10, 1], len(b1), b10[256u32 % 10, 1]) % 2 {
if bool((!fixed_bool[x0 % 9])) { break }
}
return b0[(p_u32 - 2u32) % 37]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = workgroup_broadcast(p_bool, 31u32 % 7)
let v6 = workgroup_broadcast(b17[here], b10[5, 1] % 7)
let v7 = workgroup_broadcast(fixed_i32[b17[here] % 6], v6 % 7)
let v8 = atomic_xor(b16[me], u64_at(bytes, 9))
atomic_sub(b15[p_u32 % 2], ctz((b12[me] + p_i64)), relaxed, workgroup)
var v9 = grid_min(v8)
v9 = (u64(b0[(2147483648u32 >> 1i32) % 37]) + grid_max(v8))
if v5 && wid.x % 3 == 0 { return }
var v10 = ((fixed_bool[2147483648u32 % 9] ? fixed_i32[u32(p_f64) % 6] : fixed_i32[(~2147483648u32) % 6]) + grid_broadcast(max((p_i32 >> atomic_load(b16[me])), v7), 2147483647u32 % 37))
v10 %= grid_or(fixed_i32[u32(4294967296i64) % 6])
let v11 = fixed_f32[me + 1]
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11)
