// Program 56462 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 56462
program conform_56462
workgroup 16, 3, 1
grid 16, 3, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = -7
param p_u64: u64 = 27
param p_i64: i64 = -27
param p_f32: f32 = 3.25
param p_f64: f64 = -8.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[48] @axis(0)
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[4]
uniform fixed_i32: i32[11]
in fixed_u64: u64[3]
in fixed_i64: i64[5]
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: i8[9, 3]
out b11: i8[50, 2]
out b12: f32[48]
scratch b13: bool[49] @live
persistent b14: atomic i32[4] @axis(0)
persistent b15: atomic i64[48]
shared b16: u32[48]
shared b17: f32[48]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_or(i64(atomic_and(b15[me], 31i64, release)))
let v1 = workgroup_scan_xor(fixed_bool[me & 7])
let v2 = workgroup_scan_xor(b16[here])
atomic_store(b15[me], (rotl(atomic_sub(b15[me], 31i64), v2) & (v0 * v0)))
var a3: bool[3]
a3[1] = bool(b16[here])
let v4, v5 = f2(fixed_bool[v2 % 6..u32(p_i64) % 14], v2 % 14)
f3(b1[me..me + 1], u32(u64(i64(workgroups.x))))
let v6 = (fixed_bool[31u32 % 9] ? workgroup_broadcast(b17[here], (b0[p_u32 % 49] ^ 127u32) % 49) : workgroup_max(unbits(u32(fixed_u64[me & 3]))))
barrier workgroup
barrier workgroup
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(a3[1]) + u32(v4) + u32(v5) + u32(bits(v6))
