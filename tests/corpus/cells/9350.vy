// Program 9350 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9350
program conform_9350
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = 18
param p_u64: u64 = 23
param p_i64: i64 = -36
param p_f32: f32 = 6.25
param p_f64: f64 = -8.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
uniform fixed_bool: bool[6]
in fixed_u32: u32[10]
uniform fixed_i32: i32[10]
in fixed_u64: u64[10] @align(8)
in fixed_i64: i64[8]
in fixed_f32: f32[11]
in fixed_f64: f64[6] @cache(random)
in b10: i8[7]
inout b11: bool[len(b0)]
scratch b12: f32[1] @live @align(256)
out b13: u32[2] @range(1, 7)
persistent o14_2: bool[, 1, 1]
scratch b15: bool[1, 2, 1] @live
out b16: atomic i64[3]
persistent b17: atomic u64[1]
shared b18: u32[1] @align(256)
shared b19: bool[1]
shared b20: atomic u64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[4] @count(found)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i32[1]
a2[p_u32 % 1] = y1
let v3 = a2[u32(true) % 1]
a2[b0[me & 3] % 1] = ((~v3) | (fixed_i32[me & 3] ^ a2[rotl(4294967295u32, v3) % 2]))
if (atomic_sub(b17[me], p_u64) <= u64(fixed_i64[me & 3])) {
} else if (false || bool(atomic_add(b17[me], 0u64, acq_rel))) {
} else {
}
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_scan_add(i32(abs(p_i32)))
let v5 = workgroup_scan_add(fixed_u64[wid.z % 11])
let v6 = workgroup_scan_add(i64(sqrt(-3.0f32)))
let v7 = atomic_add(b17[me], fixed_u64[me & 3], release)
var a8: f32[4]
a8[2] = ceil(fixed_f32[me & 1])
let v9, v10 = f2(fixed_f32[4294967295u32 % 6..(false ? b18[here] : 1907642896u32) % 14], 4294967294u32 % 14)
f3(b1[me..me + 2], ((p_bool ? b11[me] : b15[me, 1, 0]) ? (p_bool ? v10 : p_u32) : (4294967294u32 << v6)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, (p_u32 - b0[0]) % 2)
wait()
b16[b0[0] % 4] -= ((v6 % v6) >> (atomic_sub(b17[me], p_u64) & v5))
block l11 {
barrier workgroup
for k12 in 0..1 {
if bool(k12) {
leave l11
}
a8[(0u32 / v10) % 4] = max((unbits(0x1u32) + p_f32), unbits(b18[here]))
}
let v13 = bool(b13[me])
}
b17[me] = u64(u32(v9))
a8[b18[here] % 4] = a8[v10 % 5]
if grid_load(fixed_bool[rotr(b10[p_u32 % 8], fixed_u64[0]) % 7]) {
hits[atomic_add(found[0], 1)] = u32(u64(v6))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(bits(a8[2])) + u32(bits(v9)) + u32(v10)
