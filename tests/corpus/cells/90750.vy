// Program 90750 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 90750
program conform_90750
workgroup 2, 3, 1
grid 6, 6, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -4
param p_u64: u64 = 30
param p_i64: i64 = -3
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[7]
uniform fixed_u32: u32[9]
in fixed_i32: i32[9]
uniform fixed_u64: u64[3]
in fixed_i64: i64[7]
in fixed_f32: f32[6]
in fixed_f64: f64[7]
uniform b10: i8[8]
scratch b11: bool[36]
scratch b12: u8[38, 3]
out b13: i16[37, 3]
scratch b14: atomic u64[4] @live
persistent b15: atomic i32[36]
shared b16: u32[6]
shared b17: bool[6]
shared b18: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2304] @count(found)
fn f2(q: in i32[], k: u32) -> i32, u32 {
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
let v0 = grid_and(fixed_u64[me & 3])
let v1 = grid_and(1016456216i64)
let v2 = grid_or(false)
let v3 = atomic_add(b15[me], 1494055176i32)
var a4: i32[1]
a4[0] = (v3 >> b16[here])
let v5, v6 = f2(a4, 2u32 % 14)
let v7 = f4((~fixed_i32[31u32 % 10]), a4, (max))
let v8 = f6((-v3), a4)
let v9 = f6(i32(atomic_and(b15[me], fixed_i32[me & 1], acq_rel, system)), a4)
f3(b1[me..me + 1], u32(i32(b10[me & 7])))
barrier workgroup
async_copy(b17, 0, fixed_bool, b0[p_u32 % 37] % 8, b0[16] % 7)
barrier grid
wait()
b14[b12[me, 1] % 5] += (-(p_u64 ^ 4294967296u64))
let v10 = (bool(fixed_f64[2147483647u32 % 8]) ? workgroup_iscan_max((u32(v2) & b12[me, u32(unbits(0xbe5e56131d743cb0u64)) % 3])) : workgroup_scan_min((mulhi(b16[lid.x % 7], v6) % popcount(v6))))
hits[atomic_add(found[0], 1)] = rotr((-2147483647u32), (b1[me] * bytes[me + 1]))
a4[reverse(u32_at(bytes, 14)) % 1] += (rotl(p_i32, (-1i64)) << u32(v7))
if me < 37 { b12[me, 1] /= ((u32_at(bytes, TABLE[p_u32 % 10] % 41) << i32(lid.y)) + u32(fixed_f32[b0[me & 7] % 7])) }
let v11 = grid_max(fixed_f32[me & 1])
atomic_add(b14[b0[me + 0] % 5], u64((true ? v1 : v1)), relaxed, workgroup)
block l12 {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 2)
wait()
if (v2 && grid_and(v2)) {
b11[me] = (b16[me & 3] % 4 == 2)
leave l12
}
if ((v2 ? p_bool : v2) ^ fixed_bool[(~b0[p_u32 % 37]) % 8]) {
leave l12
}
a4[u32(v5) % 1] = popcount(((a4[b12[me, 1] % 2] == fixed_i32[v6 % 10]) ? (p_i32 + v5) : rotl(v3, v10)))
if ((b10[len(b1) % 9] != b10[256u32 % 9]) | (fixed_bool[2147483647u32 % 8] & v2)) {
leave l12
}
let v13 = ((b0[1080556035u32 % 37] > b0[9223372036854775807i64 % 37]) && workgroup_broadcast((v2 ? v2 : v2), 1266966503u32 % 7))
if p_bool {
a4[p_u32 % 1] = reverse((v3 | b10[me & 7]))
leave l12
}
}
a4[popcount(128u32) % 1] = rotr(i32(u32(fixed_f64[me & 7])), rotl(v10, (fixed_u64[3u32 % 4] - u64(wid.y))))
var v14 = i32((fixed_i32[SUM % 10] | i32(workgroups.z)))
v14 += ((v2 ? v2 : v2) ? grid_and(b13[me, (v6 | b12[me, 1]) % 4]) : grid_load(fixed_i32[255u32 % 10]))
if ((fixed_u64[workgroup_size.z % 4] > fixed_u64[i64(workgroups.z) % 4]) || bool(i64(wid.z))) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(bits(v11)) + u32(v14)
