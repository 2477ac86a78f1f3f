// Program 11940 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11940
program conform_11940
workgroup 33, 1, 1
param p_grid: u32 = 131
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 29
param p_i32: i32 = 18
param p_u64: u64 = 38
param p_i64: i64 = -17
param p_f32: f32 = 3.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132] @binding(7) @cache(streaming)
out b1: u32[132] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[4] @binding(28)
uniform fixed_u32: u32[10] @binding(35)
in fixed_i32: i32[10] @binding(5)
uniform fixed_u64: u64[7] @binding(12)
in fixed_i64: i64[9] @binding(19) @cache(streaming)
uniform fixed_f32: f32[5] @binding(26) @cache(streaming)
in fixed_f64: f64[8] @binding(33)
uniform b10: i16[6, 2] @binding(3)
out b11: f32[132] @binding(10)
persistent b12: i16[132, 3, 1] @binding(17)
persistent b13: u32[134, 2] @binding(24)
persistent b14: atomic i64[4] @binding(31)
out b15: atomic u64[132] @binding(1)
shared b16: u32[33] @binding(8)
shared b17: f32[33] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (fixed_i64[b0[me + 2] % 10] | (fixed_i64[u32(y1) % 10] | fixed_i64[me & 7]))
v2 += ((fixed_i64[x0 % 10] / fixed_i64[me & 7]) ^ i64(16777217.0f64))
v2 ^= rotr(p_i64, x0)
var v3 = fixed_f64[me & 1]
v3 += sqrt(v3)
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_iscan_or((-1i32))
let v5 = grid_iscan_or((fixed_bool[me & 7] ? atomic_and(b15[me], p_u64, acq_rel, device) : atomic_exchange(b15[me], 9223372036854775808u64, relaxed, system)))
let v6 = grid_iscan_or(((i64(-9223372036854775808) + fixed_i64[0u32 % 10]) + i64(u32_at(bytes, 2i64 % 41))))
let v7 = atomic_min(b15[me], fixed_u64[me & 3])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, fixed_u32[p_u32 % 11] % 34)
wait()
let v8 = ((fixed_bool[(fixed_bool[p_u32 % 5] ? p_u32 : 128u32) % 5] != fixed_bool[2i32 % 5]) ? workgroup_max(abs(trunc(fixed_f32[me & 7]))) : workgroup_broadcast(abs(b17[here]), (4294967294u32 | 2147483647u32) % 34))
b11[me] -= (bool(gid.y) ? (fixed_bool[me & 1] ? v8 : p_f32) : min(p_f32, 0.1f32))
if me < 131 { b11[me] += clamp(f32(p_i32), p_f32, f32(v4)) }
b16[here] += (fixed_bool[bytes[35] % 5] ? grid_iscan_min(rotr((fixed_bool[me & 7] ? 4294967294u32 : fixed_u32[u32(fixed_f32[2]) % 11]), (fixed_bool[(7u32 | 3u32) % 5] ? fixed_i64[me & 1] : p_i64))) : rotl(4294967295u32, 4294967295u64))
let v9 = ((fixed_bool[1150926599u32 % 5] ? fixed_bool[2147483648u32 % 5] : false) ? grid_add((fixed_f64[me & 7] * fixed_f64[(fixed_i64[p_u32 % 10] >> v5) % 9])) : grid_add((f64(31u32) / f64(i64(subgroup)))))
let v10 = grid_broadcast(u64(b13[me, 1]), min(33u32, 33u32) % 133)
block l11 {
if workgroup_all(fixed_bool[me & 1]) {
leave l11
}
b14[p_u32 % 5] -= (false ? fixed_i64[me & 3] : i64(atomic_add(b15[me], 256u64)))
}
let v12 = ((p_u64 ^ u64_at(bytes, 1142768235u32 % 41)) + grid_and(u64(31i64)) * grid_min(p_u64))
var w13 = 0
loop {
w13 += 1
if w13 > 4 { break }
if fixed_bool[me & 7] {
let v14 = u32_at(bytes, 1u32 % 41)
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(bits(v8)) + u32(bits(v9)) + u32(v10) + u32(v12)
