// Program 61526 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 61526
program conform_61526
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = -13
param p_u64: u64 = 8
param p_i64: i64 = -33
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96] @align(32)
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[5]
in fixed_i32: i32[9]
uniform fixed_u64: u64[8]
in fixed_i64: i64[10]
uniform fixed_f32: f32[6]
in fixed_f64: f64[8]
in o10_5: u8[, 1]
inout b11: u32[97, 2]
scratch b12: i16[98]
inout b13: atomic u32[3]
inout o14_96: atomic u64[]
shared b15: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_add(ceil_div(fixed_u64[me & 7], fixed_u64[me & 7]))
let v1 = workgroup_add(p_i64)
let v2 = workgroup_add(f32(p_f32))
let v3 = atomic_or(o14_96[me], v0)
var a4: u64[1]
a4[0] = bits(fixed_f64[me & 7])
let v5, v6 = f2(fixed_u64, (1001606228u32 << v0) % 14)
f3(b1[me..me + 1], reverse((fixed_bool[me & 1] ? p_u32 : v6)))
atomic_add(b13[v6 % 4], mulhi(u32(v1), b15[here]), acquire, workgroup)
b11[me, p_u32 % 2] += ((fixed_bool[v6 % 11] && fixed_bool[me & 3]) ? u32(fixed_f64[me & 3]) : (v6 * v6))
block l7 {
b11[me, subgroup % 3] += min((b0[me + 0] << v1), (4294967295u32 ^ v6))
a4[popcount(v6) % 1] += ceil_div(u64_at(bytes, u32(v1) % 41), atomic_load(o14_96[me], relaxed))
if ((v0 == v0) ^ (fixed_bool[o10_5[p_u32 % 6, 0] % 11] | fixed_bool[me & 3])) {  }
}
if fixed_bool[u32(p_i32) % 11] && me % 3 == 1 { return }
for k8 in (v6 ^ wid.y) % 3..v6 % 6 {
print "{} {}", max(k8, v6), ceil(fixed_f64[me & 3])
if me < len(b11) { b11[me, 1] = p_u32 }
if (fixed_bool[(b1[me] ^ v6) % 11] || bool(fixed_i32[me & 3])) { break }
}
let v9 = (mulhi(u64_at(bytes, 7u32 % 41), v0) + grid_add(rotr(v0, o14_96[me])) * grid_min(p_u64))
if ((unbits(0xa96531d106aa8ffbu64) != p_f64) || bool(fixed_f64[1u32 % 9])) {
var w10 = 0
while w10 < 3 && p_bool {
w10 += 1
let v11 = u32(v2)
b12[me] = ((fixed_bool[me & 1] | (fixed_bool[me & 7] ? fixed_bool[me & 3] : true)) ? p_i32 : b12[me])
for k12 in (2144780397u32 >> 2147483647i32) % 3..128u32 % 6 step (fixed_bool[fixed_i64[4] % 11] ? b0[4294967295u32 % 97] : p_u32) % 3 {
if fixed_bool[me & 1] { continue }
}
if bool(v1) { break }
}
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(bits(v2)) + u32(v3) + u32(a4[0] >> 32) + u32(v5 >> 32) + u32(v6) + u32(v9 >> 32)
