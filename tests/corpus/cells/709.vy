// Program 709 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 709
program conform_709 service
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = false
param p_u32: u32 = 37
param p_i32: i32 = -1
param p_u64: u64 = 17
param p_i64: i64 = -16
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[3]
in fixed_i32: i32[6]
in fixed_u64: u64[8]
uniform fixed_i64: i64[11]
in fixed_f32: f32[5]
in fixed_f64: f64[6]
in b10: u16[3, 1]
out b11: f32[7] @cache(random) @axis(0)
scratch b12: i8[8, 1, 1]
scratch b13: f64[8] @live @cache(streaming)
persistent o14_21: u8[, 1, 3]
inout b15: atomic i64[3]
persistent o16_7: atomic u64[]
mapped b17: u8[7] @axis(0)
mapped b18: i64[7]
mapped b19: atomic i32[7]
shared b20: u32[7] @align(16)
shared b21: f32[7]
shared b22: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_min(i64(max(b20[here], p_u32)))
let v1 = workgroup_iscan_max(o14_21[me, 1763304449u32 % 2, 1])
let v2 = workgroup_iscan_max(min(b19[me], atomic_load(b19[me])))
let v3 = atomic_min(o16_7[me], (clock() & 0), acq_rel, system)
var a4: i32[5]
a4[2] = abs(p_i32)
let v5, v6 = f2(a4, popcount(fixed_u32[me & 1]) % 14)
f3(b1[me..me + 2], reverse((-v6)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, 4)
barrier grid
wait()
fence()
b20[here] += v6
let v7 = grid_add(ceil(fixed_f64[v6 % 7]))
if (bool((-1i32)) ? grid_and((b21[here] <= p_f32)) : (fixed_bool[b0[p_u32 % 8] % 9] ? fixed_bool[u32(32i32) % 9] : p_bool)) {
atomic_add(b15[v1 % 4], p_i64)
var v8 = i64(fixed_u64[me & 3])
for k9 in b0[p_u32 % 8] % 2..2 + 64u32 % 3 {
a4[v6 % 6] = p_i32
barrier workgroup
async_copy(b20, 1, b0, bits(p_f32) % 8, u32(v7) % 8)
wait()
for k10 in -2..1 {
if (fixed_bool[(k9 / k9) % 9] ? workgroup_iscan_xor(fixed_bool[me & 1]) : workgroup_xor((fixed_bool[me & 3] & fixed_bool[me & 3]))) {
b11[me] += (f32(sqrt(b11[me])) + sqrt(f32(k10)))
}
var w11 = 3
while w11 > 0 {
w11 -= 1
var a12: i64[2]
a12[b17[me] % 2] += (clamp(v8, v8, v0) + (v8 >> v6))
let v13 = a12[(fixed_bool[me & 7] ? b17[me] : b20[me & 3]) % 2]
var v14 = workgroup_xor(clamp((-1i32), a4[o14_21[me, 0, 2] % 6], 31i32))
if fixed_bool[k9 % 9] {
continue
}
}
if ((p_bool ? fixed_bool[clamp(1u32, 31u32, k9) % 9] : fixed_bool[1i64 % 9]) || (b10[popcount(p_u32) % 4, (true ? workgroups.z : k9) % 1] % 3 < 1)) {
break
}
if false {
continue
}
if (p_u32 % 5 != 1) {
continue
}
}
if ((fixed_i64[k9 % 12] + 31i64) == i64(fixed_i64[(u32_at(bytes, 21) - 4294967295u32) % 12])) {
barrier workgroup
break
}
barrier workgroup
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(bits(v7) >> 32)
