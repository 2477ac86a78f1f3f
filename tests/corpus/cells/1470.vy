// Program 1470 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1470
program conform_1470
workgroup 1024, 1, 1
grid 137, 1, 1
param p_bool: bool = false
param p_u32: u32 = 20
param p_i32: i32 = -20
param p_u64: u64 = 23
param p_i64: i64 = -25
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 1024
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1024]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[6]
uniform fixed_u32: u32[9] @align(16)
uniform fixed_i32: i32[11]
in fixed_u64: u64[9] @cache(streaming)
in fixed_i64: i64[7]
in fixed_f32: f32[6]
uniform fixed_f64: f64[5]
in o10_16: i8[, 2]
inout b11: bool[1025]
persistent b12: f64[1026, 3]
persistent b13: atomic i32[1]
scratch b14: atomic u32[1024]
shared b15: u32[1024]
shared b16: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_xor(i32(gid.y))
let v1 = workgroup_iscan_xor(fixed_u64[me & 1])
let v2 = workgroup_iscan_xor((fixed_i64[31u32 % 8] ^ fixed_i64[me & 3]))
let v3 = atomic_exchange(b14[me], 2u32)
var a4: bool[2]
a4[1] = p_bool
let v5, v6 = f2(fixed_bool[p_u32 % 6..u32(p_f64) % 14], 1689861035u32 % 14)
f3(b1[me..me + 1], mulhi((~0u32), (~v3)))
b13[u32(v1) % 2] += clz(v0)
block l7 {
barrier workgroup
if me % 4 == 0 {
leave l7
}
b15[here] = v6
if me % 4 == 0 {
leave l7
}
}
let v8 = ((fixed_bool[127i32 % 7] ? fixed_bool[fixed_i32[3] % 7] : p_bool) ? workgroup_scan_or(clamp(v2, fixed_i64[me & 1], 256i64)) : workgroup_and(i64(workgroups.y)))
b11[me] = bool(p_bool)
var v9 = grid_xor(v0)
let v10 = grid_load(b12[1u32 % 1027, ctz(64u32) % 4])
v9 += ((~fixed_i32[u32_at(bytes, p_u32 % 41) % 12]) | v9)
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(a4[1]) + u32(v5) + u32(v6) + u32(v8) + u32(v9) + u32(bits(v10) >> 32)
