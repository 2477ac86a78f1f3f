// Program 9281 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 9281
program conform_9281 service
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = -9
param p_u64: u64 = 17
param p_i64: i64 = -31
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1]
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[7] @cache(streaming)
uniform fixed_u32: u32[7]
in fixed_i32: i32[4]
in fixed_u64: u64[4]
uniform fixed_i64: i64[11]
in fixed_f32: f32[5]
in fixed_f64: f64[5]
in b10: i8[3, 3]
scratch b11: i8[1]
scratch b12: u8[2, 1, 3]
persistent o13_9: u32[, 3]
persistent b14: u8[1]
persistent b15: atomic u64[2]
out b16: atomic i64[1]
mapped b17: f32[len(b0)]
mapped b18: bool[1]
mapped b19: atomic i32[1]
shared b20: u32[1]
shared b21: i8[1]
shared b22: atomic i64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_min(min(o13_9[me, (x0 - x0) % 3], x0))
let v3 = (b0[1u32 % 2] ^ popcount(b0[3u32 % 2]))
o13_9[me, 1] = (abs(p_u32) + grid_add(1752225274u32) * grid_scan_min(5u32))
return u32((fixed_u64[me & 1] <= fixed_u64[me & 1]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(128u32, ctz(mulhi(5i32, 2i32)))
let v5 = workgroup_scan_add(popcount(len(b0)))
let v6 = workgroup_scan_add(fixed_i32[me & 7])
let v7 = workgroup_scan_add(128u64)
let v8 = atomic_compare_exchange(b16[me], i64(-9223372036854775808), 613743931i64, acquire)
var a9: f64[2]
a9[1] = f64(p_i64)
let v10, v11 = f2(a9, 33u32 % 14)
let v12 = f4(f64(v7), a9, f5)
let v13 = f6(v10, a9)
let v14 = f6((b18[me & 1] ? v13 : a9[p_u32 % 3]), a9)
f3(b1[me..me + 2], (b0[(v11 / fixed_u32[4]) % 2] | (v11 << 757928471u32)))
barrier workgroup
async_copy(b21, 1, b10, 2u32 % 4, len(bytes) % 2)
barrier grid
wait()
fence()
atomic_store(b16[me], v8)
for k15 in -2..2 {
if bool(b0[(false ? b0[p_u32 % 2] : 2147483647u32) % 2]) {
continue
}
if (fixed_bool[1u32 % 8] ? fixed_bool[p_u32 % 8] : fixed_bool[256u32 % 8]) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(bits(a9[1])) + u32(bits(v10) >> 32) + u32(v11) + u32(bits(v12)) + u32(bits(v13) >> 32) + u32(bits(v14))
