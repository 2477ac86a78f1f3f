// Program 6417 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6417
program conform_6417
workgroup 16, 3, 1
grid 32, 12, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = 8
param p_u64: u64 = 5
param p_i64: i64 = -12
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[384]
out b1: u32[len(b0)] @range(390, 919) @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[9] @align(4)
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[5]
in fixed_u64: u64[10]
uniform fixed_i64: i64[11]
in fixed_f32: f32[3]
uniform fixed_f64: f64[11]
uniform b10: i16[3, 3]
scratch b11: i64[384]
scratch b12: u32[384]
inout b13: u64[386] @align(64)
persistent b14: u8[385, 1]
persistent b15: f32[385, 1]
persistent b16: atomic u64[1]
scratch b17: atomic i32[384]
shared b18: u32[48]
shared b19: i64[48]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_broadcast(b11[me], u32(4294967296u64) % 49)
let v1 = workgroup_broadcast(b15[me, 4294967295u32 % 1], 5u32 % 49)
let v2 = workgroup_broadcast(fma(0.1f64, fixed_f64[me & 7], unbits(0xc1e0000000000000u64)), 875921410u32 % 49)
let v3 = atomic_xor(b17[me], 32i32, acquire, device)
var a4: f32[2]
a4[1] = f32(b1[me])
let v5, v6 = f2(fixed_f32[popcount(0u32) % 6..(127u32 * 2147483648u32) % 14], (len(b1) + 50606386u32) % 14)
f3(b1[me..me + 2], u32(u32(fixed_bool[me & 7])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, b0[p_u32 % 385] % 49)
wait()
atomic_store(b17[me], i32((5u64 % fixed_u64[me & 1])), relaxed)
let v7 = ((v0 > p_i64) ? workgroup_xor(TABLE[fixed_i32[p_u32 % 6] % 10]) : workgroup_scan_max(mulhi(p_u32, u32_at(bytes, 1903983105u32 % 41))))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 255u32 % 49)
wait()
b11[me] = rotl(b19[here], (p_bool ? p_u64 : 256u64))
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(bits(v1)) + u32(bits(v2)) + u32(v3) + u32(bits(a4[1])) + u32(bits(v5)) + u32(v6) + u32(v7)
