// Program 62083 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 62083
program conform_62083 service
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = 3
param p_u64: u64 = 38
param p_i64: i64 = -27
param p_f32: f32 = 8.25
param p_f64: f64 = -3.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[10]
uniform fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[11]
in fixed_f32: f32[7]
uniform fixed_f64: f64[4]
in b10: i16[9]
scratch b11: i8[33]
persistent b12: u16[34] @align(64)
out b13: u64[34] @range(180, 23)
out b14: i32[33]
inout b15: atomic u32[2]
inout b16: atomic i64[33]
mapped b17: bool[33]
mapped b18: u16[33]
mapped b19: atomic i64[33]
shared b20: u32[1]
shared b21: f32[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = ((p_bool | fixed_bool[me & 3]) ? i64(p_f32) : (true ? p_i64 : atomic_xor(b16[me], 0i64, relaxed, device)))
print "{} {}", reverse(b10[p_u32 % 10]), i32(p_u64)
return (fixed_bool[me & 3] ? (x0 ^ x0) : u32(x0))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_or(max(p_i32, (fixed_i32[me & 3] << atomic_min(b16[me], 256i64))))
let v4 = workgroup_or((32u64 / abs(3u64)))
let v5 = workgroup_or((fixed_i64[me & 3] % i64(workgroups.z)))
b16[me] = v5
var a6: bool[1]
a6[0] = a6[7u32 % 2]
let v7, v8 = f2(fixed_bool, b18[me] % 14)
let v9 = f4((805313865u32 % 5 < 1), a6, f5)
f3(b1[me..me + 2], v8)
pause()
atomic_add(b15[b18[me] % 3], ((v7 ? b18[me] : b12[me]) / clamp(b0[v8 % 34], v8, 2147483648u32)))
let v10 = ((fixed_bool[bits(-0.0f32) % 12] ? p_bool : fixed_bool[p_u32 % 12]) ? workgroup_iscan_or(((v3 >> b16[me]) ^ clz(1220235740i32))) : workgroup_scan_min(p_i32))
b11[me] = (v10 << u64(128i64))
block l11 {
b11[me] += i32(2u64)
if bool((fixed_u64[32u32 % 10] | fixed_u64[2147483647u32 % 10])) {
leave l11
}
if wid.x % 3 == 1 {
leave l11
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(a6[0]) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
