// Program 4721 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4721
program conform_4721
workgroup 255, 1, 1
grid 14, 1, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = -8
param p_u64: u64 = 30
param p_i64: i64 = -8
param p_f32: f32 = 2.25
param p_f64: f64 = -8.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255] @align(4)
out b1: u32[255]
in bytes: u8[40]
in fixed_bool: bool[7]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[11] @cache(streaming)
uniform fixed_u64: u64[6]
in fixed_i64: i64[5]
uniform fixed_f32: f32[9]
in fixed_f64: f64[5]
in o10_6: i16[, 1]
scratch b11: u16[len(b0)]
inout b12: i8[255]
inout b13: u32[254]
inout b14: i16[256, 1]
persistent b15: atomic i32[2]
scratch b16: atomic u32[len(b0)] @live
shared b17: u32[255]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
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
let v0 = grid_scan_or(o10_6[me & 7, 0])
let v1 = grid_scan_or(u64(o10_6[me & 3, 0]))
let v2 = grid_scan_or(fixed_i64[me & 1])
let v3 = atomic_and(b16[me], u32_at(bytes, 0), release, device)
var a4: u64[5]
a4[2] = ceil_div(p_u64, fixed_u64[me & 1])
let v5, v6 = f2(fixed_u64, u32(fixed_u64[4]) % 14)
let v7 = f4((u64_at(bytes, u32(v2) % 41) + v5), a4, (max))
let v8 = f6((fixed_bool[me & 1] ? v5 : v7), a4)
let v9 = f6(u64(a4[(~v3) % 6]), a4)
f3(b1[me..me + 2], (u32(fixed_i64[i32(wid.z) % 6]) / u32(a4[(false ? 1346232486u32 : v3) % 6])))
let v10 = (p_u64 + grid_min(255u64) * grid_add(reverse(3u64)))
each k11 in v10 % 3..(a4[v3 % 6] & v1) % 7, k12 in fixed_i64[me & 7] % 3..65 {
atomic_sub(b15[max(b0[68], b13[me]) % 3], rotl((-v0), (fixed_bool[33i32 % 8] ? fixed_u64[5u32 % 7] : u64(workgroups.x))), release, system)
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9 >> 32) + u32(v10)
