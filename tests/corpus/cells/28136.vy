// Program 28136 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28136
program conform_28136
workgroup 64, 1, 1
grid 256, 1, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = 5
param p_u64: u64 = 6
param p_i64: i64 = -27
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256] @cache(streaming)
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[6]
in fixed_i32: i32[10] @align(8)
in fixed_u64: u64[3]
uniform fixed_i64: i64[10]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: u8[1, 1]
persistent b11: f32[256]
out b12: u8[256, 1]
out b13: i16[257, 3, 2] @range(473, 24)
persistent b14: u32[258]
scratch b15: atomic i32[4]
inout b16: atomic i64[256]
shared b17: u32[64]
shared b18: f32[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f6[T: any](a: T, q: in T[]) -> T {
shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]
let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
t[me] = a == q[0] ? q[0] : a
barrier workgroup
let got = t[len(t) - 2 - me]
barrier workgroup
return got
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_scan_xor(atomic_min(b16[me], i64(gid.z), acquire, system))
let v1 = subgroup_iscan_add(min(u32(fixed_i32[me & 1]), 1745715079u32))
let v2 = subgroup_iscan_add((false ? b13[me, v1 % 4, 0] : b13[me, 1, 2]))
let v3 = subgroup_iscan_add(mulhi(fixed_u64[me & 7], fixed_u64[me & 7]))
let v4 = subgroup_iscan_add((v0 - p_i64))
let v5 = subgroup_iscan_min(b10[me & 1, b12[me, 0] % 1])
let v6 = subgroup_iscan_min(popcount(i32(gid.y)))
let v7 = subgroup_iscan_min(v3)
let v8 = subgroup_iscan_min(v0)
let v9 = subgroup_iscan_max((~v5))
let v10 = subgroup_iscan_max(i32(lid.z))
let v11 = atomic_load(b16[me], acquire, device)
var a12: u64[3]
a12[1] = bits(fixed_f64[me & 3])
let v13, v14 = f2(fixed_u64[p_u32 % 6..TABLE[p_u32 % 10] % 14], 2147483647u32 % 14)
let v15 = f4(u64(v9), a12, min)
let v16 = f6(p_u64, a12)
let v17 = f6(fixed_u64[me & 1], a12)
f3(b1[me..me + 2], len(b10, 1))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 61)
wait()
atomic_add(b15[v14 % 5], v10, acq_rel, workgroup)
for k18 in 3u32 % 2..1 + u32(fixed_f64[ctz(255u32) % 6]) % 3 {
a12[(v1 | v1) % 3] = min(u64(lid.y), ceil_div(reverse(u64_at(bytes, TABLE[3] % 41)), rotl(fixed_u64[me & 3], p_u32)))
b11[me] *= max(ceil(b18[here]), max(b18[here], b18[here]))
if bool(bool(fixed_i32[k18 % 11])) {
break
}
}
let v19 = (fixed_bool[4294967294u32 % 7] ? grid_broadcast(255i32, (p_u32 >> (-1i64)) % 257) : grid_scan_xor(v2))
b17[here] += (bool(fixed_f32[p_u32 % 6]) ? workgroup_xor((b10[b17[here] % 2, v14 % 1] + fixed_u32[me & 3])) : workgroup_iscan_add(clamp(workgroup_size.x, v5, 127u32)))
if subgroup_load(fixed_bool[255u32 % 7]) {
let v20 = (fixed_bool[(0u32 - 31u32) % 7] || subgroup_or((!fixed_bool[me & 1])))
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(a12[1] >> 32) + u32(v13 >> 32) + u32(v14) + u32(v15 >> 32) + u32(v16 >> 32) + u32(v17) + u32(v19)
