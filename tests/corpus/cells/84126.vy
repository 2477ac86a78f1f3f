// Program 84126 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 84126
program conform_84126 service
workgroup 5, 1, 1
grid 255, 1, 1
param p_bool: bool = true
param p_u32: u32 = 29
param p_i32: i32 = 16
param p_u64: u64 = 35
param p_i64: i64 = -23
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[255]
out b1: u32[255]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[8]
in fixed_u32: u32[5]
uniform fixed_i32: i32[9]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[3]
uniform fixed_f64: f64[3]
in b10: i8[6, 2]
scratch b11: i8[255] @live
out b12: i8[257, 1]
out b13: atomic i64[4] @range(11, 10)
out b14: atomic i64[len(b0)] @align(64)
mapped b15: i8[255]
mapped b16: f32[255]
mapped b17: atomic i32[255]
shared b18: u32[5]
shared b19: f32[5]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i64[1]
a2[p_u32 % 2] = fixed_i64[me & 1]
let v3 = a2[u32(9223372036854775808u64) % 1]
a2[x0 % 2] = i64((fixed_bool[me & 3] || fixed_bool[u32(fixed_u64[me & 1]) % 9]))
print "{} {}", (true ? workgroups.z : x0), (fixed_i64[mulhi(p_u32, b0[me + 0]) % 5] >> x0)
return (u32(-3.0f64) | ceil_div(p_u32, u32_at(bytes, p_u32 % 41)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_xor(fixed_bool[me & 7])
let v5 = workgroup_xor(u32(f32(fixed_f64[p_u32 % 4])))
let v6 = workgroup_xor(abs(i32(wid.y)))
let v7 = atomic_load(b14[me])
var a8: bool[1]
a8[0] = bool(fixed_u64[me & 1])
let v9, v10 = f2(fixed_bool, p_u32 % 14)
let v11 = f4(bool(fixed_u64[me & 7]), a8, f5)
let v12 = f6((v9 ? v9 : v9), a8)
let v13 = f6((v9 | fixed_bool[v5 % 9]), a8)
f3(b1[me..me + 1], reverse(v5))
pause()
let v14 = ((fixed_bool[(v5 % p_u32) % 9] & v4) ? workgroup_scan_xor(v7) : workgroup_scan_add(abs(v7)))
a8[b18[here] % 1] = v11
each i in 0u64..255 {
for k16 in v14 % 3..ctz(v7) % 6 step 0i64 % 4 {
atomic_add(b13[clz(v5) % 5], rotr(i64(u32_at(bytes, max(v14, p_i64) % 41)), (p_bool ? b0[4294967296i64 % 256] : b0[TABLE[3] % 256])))
if bool(u64(v4)) { break }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(a8[0]) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32)
