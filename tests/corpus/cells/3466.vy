// Program 3466 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 3466
program conform_3466
workgroup 5, 1, 1
grid 6, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -16
param p_u64: u64 = 3
param p_i64: i64 = -12
param p_f32: f32 = 5.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[10]
out b1: u32[10]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[6]
in fixed_i32: i32[6]
in fixed_u64: u64[9]
in fixed_i64: i64[8]
uniform fixed_f32: f32[9] @cache(streaming)
in fixed_f64: f64[6]
uniform o10_2: u16[, 1]
inout b11: u32[10]
inout b12: u16[10]
inout b13: i32[9, 2, 1] @align(128)
out b14: atomic u64[3]
persistent b15: atomic i32[10]
shared b16: u32[5]
shared b17: u32[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[640] @count(found)
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_load(fixed_i32[p_u32 % 7])
let v1 = workgroup_load(fixed_u64[32u32 % 10])
let v2 = workgroup_load(fixed_i64[bytes[22] % 9])
let v3 = atomic_sub(b15[me], p_i32, release, system)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 5)
wait()
let v4 = (bool(bytes[2147483647u32 % 41]) ? workgroup_iscan_and(v0) : workgroup_iscan_or((fixed_bool[me & 7] ? b15[me] : v3)))
let v5 = grid_and(fixed_u64[me & 3])
let v6 = grid_max((fixed_bool[me & 1] ? fixed_i64[255u32 % 9] : 3i64))
atomic_xor(b14[(3u32 & 594979094u32) % 4], v5, acquire, workgroup)
let n7 = fixpoint k8 in 1..1 {
for k9 in -2..0 {
let v10 = (k9 + grid_iscan_min((k9 / 7i32)))
b16[here] += (u32((!fixed_bool[me & 1])) >> (fixed_bool[b16[here] % 9] ? 32u64 : rotr(1158835069u64, v1)))
block l11 {
for k12 in -2..1 {
barrier grid
b13[me, 1, 0] = (rotl(k12, k8) + workgroup_min(abs((k12 & k9))) * workgroup_iscan_max((fixed_bool[me & 3] ? i32(grid_size.z) : i32(gid.x))))
if ((fixed_bool[(k8 % k8) % 9] ? v5 : v5) <= fixed_u64[o10_2[1, 0] % 10]) {
barrier grid
break
}
if ((v5 >= v5) ? (false ? fixed_bool[popcount(o10_2[0, 0]) % 9] : fixed_bool[b0[p_u32 % 11] % 9]) : (fixed_bool[(fixed_u64[1] + u64_at(bytes, 6)) % 9] && fixed_bool[(-2u32) % 9])) {
leave l11
}
b17[here] = workgroup_broadcast(p_u32, fixed_u32[p_u32 % 7] % 6)
b1[me] = len(b0)
if ((~u64_at(bytes, b0[7] % 41)) > fixed_u64[SUM % 10]) {
barrier grid
continue
}
if fixed_bool[(bytes[p_u32 % 41] - b0[p_u32 % 11]) % 9] {
barrier grid
leave l11
}
barrier grid
}
if true {
leave l11
}
}
if bool(fixed_bool[k9 % 9]) {
barrier grid
break
}
if fixed_bool[v5 % 9] {
barrier grid
break
}
barrier grid
}
if k8 < 5 && (fixed_bool[u32_at(bytes, p_u32 % 41) % 9] || p_bool) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(n7)
