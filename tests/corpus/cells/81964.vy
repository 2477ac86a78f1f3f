// Program 81964 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 81964
program conform_81964
workgroup 64, 1, 1
grid 218, 1, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = -15
param p_u64: u64 = 28
param p_i64: i64 = -22
param p_f32: f32 = 3.25
param p_f64: f64 = -4.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[4]
in fixed_i32: i32[9]
uniform fixed_u64: u64[5]
uniform fixed_i64: i64[8]
in fixed_f32: f32[3]
in fixed_f64: f64[9]
uniform b10: i16[8, 1]
inout b11: i16[len(b0)]
scratch b12: f16[257] @live
scratch b13: f32[257, 1]
persistent b14: u32[257]
inout b15: i8[256]
persistent b16: atomic i32[1]
out b17: atomic u64[256]
shared b18: u32[64]
shared b19: i16[64]
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
let v2 = grid_xor(fixed_u32[me & 7])
var v3 = u32(max(p_i32, 33i32))
b13[me, 0] += f32(fixed_i64[v2 % 9])
let v4 = grid_broadcast(ctz(fixed_i32[me & 3]), 943861504u32 % 257)
return u32(fma(fixed_f64[me & 3], fixed_f64[me & 1], fixed_f64[me & 1]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_xor(b17[me])
let v6 = grid_xor((p_i64 << p_u32))
let v7 = grid_scan_add(rotl(clz(255u32), i32(33u64)))
let v8 = atomic_or(b17[me], fixed_u64[p_u32 % 6], acq_rel)
var a9: u32[4]
a9[2] = (fixed_bool[me & 7] ? a9[clamp(wid.x, v7, a9[2]) % 5] : v7)
let v10, v11 = f2(fixed_u32[ceil_div(29100776u32, v7) % 6..v7 % 14], v7 % 14)
let v12 = f4(v7, a9, (*))
let v13 = f6(v12, a9)
let v14 = f6(TABLE[(true ? b14[me] : v12) % 10], a9)
f3(b1[me..me + 1], min(reverse(p_u32), u32(v10)))
barrier workgroup
async_copy(b19, 0, b10, 0u32 % 9, u32(v5) % 65)
barrier grid
wait()
b16[(-u32_at(bytes, p_u32 % 41)) % 2] += i32(round(b12[me]))
if (fixed_bool[v6 % 11] ? grid_any(true) : bool(fixed_bool[4294967295u32 % 11])) {
if fixed_bool[p_u32 % 11] {
var w15 = 2
while w15 > 0 && (w15 % 3 == 2 || ((p_bool && fixed_bool[v5 % 11]) ? workgroup_and((false ? p_bool : fixed_bool[me & 3])) : workgroup_load(fixed_bool[(~fixed_u32[2]) % 11]))) {
w15 -= 1
a9[v11 % 4] += ((fixed_bool[me & 3] ? v10 : v13) ^ (v14 * b14[me]))
a9[(false ? TABLE[p_u32 % 10] : b14[me]) % 4] = (b0[v5 % 257] ^ workgroups.y)
barrier workgroup
if (u32(TABLE[63u32 % 10]) % 4 < 2) {
break
}
b11[me] = ((true ? fixed_i32[p_u32 % 10] : 127i32) + workgroup_scan_min(i32(workgroups.z)) * workgroup_iscan_min((-p_i32)))
if ((fixed_bool[fixed_u64[1] % 11] | fixed_bool[b0[p_u32 % 257] % 11]) && (fixed_bool[4294967295u32 % 11] ? fixed_bool[b0[p_u32 % 257] % 11] : fixed_bool[u32(fixed_bool[p_u32 % 11]) % 11])) {
continue
}
a9[b14[me] % 4] = (rotr(u32(fixed_u32[me & 1]), clamp(b10[me & 1, v11 % 1], fixed_i32[fixed_u32[me & 3] % 10], b15[me])) / p_u32)
if (u32(v5) != (fixed_bool[TABLE[4] % 11] ? fixed_u32[4294967295u32 % 5] : b0[7u32 % 257])) {
let v16 = ((fixed_f64[v14 % 10] > fixed_f64[me & 1]) ? abs(v14) : v14)
atomic_add(b16[a9[p_u32 % 5] % 2], ctz(i32(b15[me])), release)
}
}
barrier workgroup
a9[reverse(v10) % 5] += u32_at(bytes, b14[me] % 41)
var w17 = 0
loop {
w17 += 1
if w17 > 4 { break }
if (b14[me] <= bits(fixed_f32[me & 1])) { break }
}
}
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(a9[2]) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
