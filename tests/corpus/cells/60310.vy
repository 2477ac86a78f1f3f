// Program 60310 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 60310
program conform_60310 service
workgroup 8, 4, 1
grid 17, 8, 1
param p_bool: bool = false
param p_u32: u32 = 10
param p_i32: i32 = 9
param p_u64: u64 = 18
param p_i64: i64 = -14
param p_f32: f32 = 5.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[9]
in fixed_i32: i32[9]
uniform fixed_u64: u64[10]
uniform fixed_i64: i64[10]
in fixed_f32: f32[7]
uniform fixed_f64: f64[6] @align(4)
in b10: i8[7]
out b11: i8[192, 3]
scratch b12: f32[193, 2] @live
out b13: atomic i32[2]
scratch b14: atomic i32[192]
mapped b15: i16[192]
mapped b16: u8[len(b0)]
mapped b17: atomic u64[len(b0)]
shared b18: u32[32]
shared b19: atomic u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f32[], k: u32) -> f32, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: bool[1]
a2[2147483647u32 % 1] = ((fixed_bool[me & 1] && a2[x0 % 2]) ? (bytes[me + 2] % 4 != 2) : fixed_bool[rotr(fixed_u32[me & 7], i32(-2147483647)) % 11])
let v3 = a2[x0 % 1]
atomic_store(b14[me], i32(lane))
pause()
return (p_u32 >> y1)
}
fn f1(x4: u32, y5: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_scan_or(((true ? x4 : x4) / min(b0[me & 7], bytes[x4 % 41])))
var v7 = grid_xor(bits(b12[me, 1]))
v7 = grid_min(clz(v6))
let v8 = workgroup_xor(p_u64)
let v9 = ((fixed_bool[u32(fixed_u64[0]) % 11] & fixed_bool[fixed_u32[7] % 11]) ? grid_scan_xor((v6 < (b0[p_i64 % 193] * b0[me & 3]))) : (v6 % 2 < 2))
return u32((-y5))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v10 = f0(popcount(b16[me]), clamp((-b10[me & 7]), i32(fixed_i64[me & 1]), i32(fixed_i64[me & 7])))
let v11 = workgroup_iscan_add((p_u64 % atomic_load(b17[me])))
let v12 = workgroup_iscan_add(256i64)
let v13 = workgroup_iscan_min(reverse(TABLE[v12 % 10]))
let v14 = atomic_compare_exchange(b14[me], 7i32, p_i32, acq_rel)
var a15: f32[1]
a15[0] = f32(b17[me])
let v16, v17 = f2(fixed_f32, v13 % 14)
let v18 = f4(round(fixed_f32[me & 7]), a15, min)
let v19 = f6(clamp(v16, v18, unbits(0x807fffffu32)), a15)
let v20 = f6(round(v16), a15)
f3(b1[me..me + 2], mulhi(b16[me], (fixed_bool[b16[me] % 11] ? 4294967295u32 : 1u32)))
pause()
atomic_sub(b13[v10 % 3], (i32(fixed_f64[me & 3]) & (fixed_bool[me & 3] ? v14 : v14)), acquire)
let v21 = ((~v12) < i64(v17))
let v22 = grid_scan_max(v11)
var a23: u32[1]
a23[clamp(b1[me], p_u32, v10) % 1] = u32(abs(v14))
let v24 = a23[v10 % 1]
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v10) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(bits(a15[0])) + u32(bits(v16)) + u32(v17) + u32(bits(v18)) + u32(bits(v19)) + u32(bits(v20)) + u32(v21) + u32(v22 >> 32) + u32(a23[0]) + u32(v24)
