// Program 2182 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2182
program conform_2182 service
workgroup 1, 1, 9
grid 1, 1, 18
param p_bool: bool = true
param p_u32: u32 = 6
param p_i32: i32 = -12
param p_u64: u64 = 19
param p_i64: i64 = -26
param p_f32: f32 = 2.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[6]
in fixed_i32: i32[3]
uniform fixed_u64: u64[3]
in fixed_i64: i64[11] @align(8)
in fixed_f32: f32[11]
in fixed_f64: f64[10]
uniform b10: u16[1, 3]
scratch b11: i8[19, 1] @live
out b12: u64[18, 3]
out b13: u32[19]
persistent b14: atomic u64[4]
persistent o15_18: atomic i32[]
mapped b16: u64[18] @align(4)
mapped b17: bool[18]
mapped b18: atomic i32[len(b0)]
shared b19: u32[9]
shared b20: i64[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(clamp(fixed_i32[me & 3], o15_18[me], atomic_min(o15_18[me], i32(wid.y), acquire)))
let v1 = grid_scan_xor((fixed_bool[me & 3] ? 32u64 : b12[me, (b10[me & 7, 1] * 64u32) % 3]))
let v2 = grid_scan_xor((p_i64 | p_i64))
let v3 = atomic_xor(o15_18[me], v0)
var a4: f32[5]
a4[2] = fixed_f32[2147483648u32 % 12]
let v5, v6 = f2(a4, 4294967294u32 % 14)
let v7 = f4(f32(p_i32), a4, (+))
f3(b1[me..me + 2], ((p_u32 % 2 == 2) ? (v6 & v6) : reverse(u32_at(bytes, TABLE[4] % 41))))
atomic_add(b14[v6 % 5], ctz(v1), acq_rel)
var v8 = grid_iscan_min(len(b1))
v8 = u32(rotl(p_u32, v0))
var w9 = 0
while w9 < 2 && (p_f64 > 1.0f64) {
w9 += 1
var v10 = v2
a4[(127u32 % p_u32) % 5] += abs(fixed_f32[me & 3])
if (bool(b20[here]) && (!b17[me])) { break }
}
fence()
if me < len(b13) { b13[me] = (~u32(true)) }
b11[me, 0] = grid_or(i32(gid.x))
var a11: i64[1]
a11[min(v6, p_u32) % 1] += i64(f64(b17[me]))
let v12 = a11[(false ? v8 : b19[here]) % 1]
if me < len(b1) { b1[me] *= mulhi(clz(u32(fixed_i64[me & 1])), clz(u32(i64(workgroups.x)))) }
let v13 = (v0 + grid_scan_or((v3 + v3)) * grid_scan_min((b17[me] ? i32(grid_size.y) : v0)))
b19[here] += ceil_div((v6 / p_u32), v6)
let v14 = reverse(mulhi(p_i64, i64(fixed_i32[p_u32 % 4])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(bits(a4[2])) + u32(bits(v5)) + u32(v6) + u32(bits(v7)) + u32(v8) + u32(a11[0]) + u32(v12 >> 32) + u32(v13) + u32(v14 >> 32)
