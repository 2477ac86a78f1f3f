// Program 34527 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 34527
program conform_34527
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 22
param p_i32: i32 = -5
param p_u64: u64 = 31
param p_i64: i64 = -10
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64]
in bytes: u8[40]
uniform fixed_bool: bool[7]
in fixed_u32: u32[8]
in fixed_i32: i32[9]
in fixed_u64: u64[6]
in fixed_i64: i64[11]
in fixed_f32: f32[9]
uniform fixed_f64: f64[4]
uniform b10: u16[2, 3]
scratch b11: u16[64] @live @align(8)
persistent o12_64: f32[] @align(64)
inout b13: u8[63, 2]
persistent b14: i8[64, 2] @cache(random)
scratch b15: atomic u32[2]
inout o16_64: atomic i32[]
shared b17: u32[32] @axis(0)
shared b18: u16[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_min(fixed_u64[(1u32 / 31u32) % 7])
let v1 = grid_iscan_min(i64(fixed_bool[me & 3]))
let v2 = grid_iscan_max(((true ? false : fixed_bool[me & 7]) ? (p_u32 | p_u32) : abs(p_u32)))
let v3 = atomic_load(o16_64[me], acquire)
var a4: u64[1]
a4[0] = (a4[b13[me, 1] % 2] / 128u64)
let v5, v6 = f2(fixed_u64, v2 % 14)
f3(b1[me..me + 2], (abs(31u32) & b17[here]))
barrier workgroup
async_copy(b18, 1, b10, fixed_u32[p_u32 % 9] % 3, (2147483648u32 ^ b0[49]) % 33)
barrier grid
wait()
let v7 = ((fixed_u64[me & 1] / u64_at(bytes, p_u32 % 41)) + workgroup_min(mulhi(u64_at(bytes, TABLE[p_u32 % 10] % 41), v0)) * workgroup_and(v5))
atomic_add(b15[b0[me + 1] % 3], ((63u32 + 63u32) - abs(workgroups.y)), acquire, system)
region "r8" {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32)
