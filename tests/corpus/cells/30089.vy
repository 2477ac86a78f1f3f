// Program 30089 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 30089
program conform_30089
workgroup 33, 1, 1
grid 114, 1, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = -3
param p_u64: u64 = 7
param p_i64: i64 = -10
param p_f32: f32 = 8.25
param p_f64: f64 = -0.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[9]
in fixed_i32: i32[10]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[8]
uniform fixed_f32: f32[6]
in fixed_f64: f64[9] @cache(streaming)
uniform b10: u8[8, 2]
persistent b11: u8[len(b0)]
out b12: f32[134]
inout b13: i32[132, 2]
out b14: i64[132, 3, 1]
scratch b15: i8[134] @live
persistent b16: atomic i32[1]
inout b17: atomic u32[132]
shared b18: u32[33]
shared b19: u8[33]
const SUM = len(b0) * 3 + len(bytes)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_min(fixed_u64[me & 1])
let v1 = workgroup_scan_min(p_i64)
let v2 = workgroup_scan_max(min(b10[me & 3, 1], bytes[me + 2]))
let v3 = atomic_xor(b17[me], v2)
barrier workgroup
async_copy(b19, 1, bytes, 7u32 % 41, 11)
barrier grid
wait()
block l4 {
barrier grid
let v5 = grid_iscan_and(u64(workgroups.y))
if me % 4 == 0 {
leave l4
}
}
if (bool(fixed_u64[u32_at(bytes, p_u32 % 41) % 4]) && fixed_bool[255i32 % 8]) {
let v6 = (i32(fixed_bool[127i32 % 8]) + workgroup_min(b13[me, u32_at(bytes, 33) % 2]) * workgroup_max(32i32))
} else {
let v7 = u64(((b10[v2 % 9, v2 % 2] > b10[(v1 + v1) % 9, v2 % 2]) ? fixed_f32[v3 % 7] : floor(p_f32)))
}
for k8 in u32(fixed_i32[1]) % 2..1 + grid_broadcast(atomic_or(b17[me], v3), u32(3u64) % 133) % 3 {
var w9 = 0
loop {
w9 += 1
if w9 > 4 { break }
if me <= len(b1) { b11[me] += ((v0 >= 3u64) ? (p_u32 + b10[k8 % 9, 7u32 % 2]) : (-k8)) }
if ((fixed_bool[me & 3] || false) || (!fixed_bool[me & 1])) { continue }
b11[me] = ((p_bool ? b18[here] : v2) % u32(k8))
}
if (3u32 % 2 == 1) {
b14[me, 256u32 % 3, 0] = rotr((fixed_bool[me & 7] ? v1 : fixed_i64[me & 3]), clz(fixed_u64[b18[here] % 4]))
continue
}
}
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 64u32 % 34)
barrier grid
wait()
let v10 = (clz(bytes[me & 3]) + workgroup_and(len(b0)) * workgroup_iscan_xor(v2))
if bool((fixed_bool[me & 3] ? fixed_bool[me & 3] : fixed_bool[me & 7])) {
} else if fixed_bool[me & 3] {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v10)
