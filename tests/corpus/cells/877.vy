// Program 877 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 877
program conform_877
workgroup 1, 1, 9
grid 1, 1, 36
param p_bool: bool = false
param p_u32: u32 = 11
param p_i32: i32 = 12
param p_u64: u64 = 21
param p_i64: i64 = -1
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40] @cache(streaming)
in fixed_bool: bool[10]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[10]
in fixed_u64: u64[10]
in fixed_i64: i64[7]
in fixed_f32: f32[8] @cache(streaming)
in fixed_f64: f64[6]
in b10: u16[7, 1]
out b11: i64[36]
out b12: f64[37]
persistent b13: f32[37]
out b14: bool[38, 2]
scratch b15: atomic u32[4]
inout b16: atomic i64[36]
shared b17: u32[9]
shared b18: i64[9]
shared b19: atomic i64[9]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2304] @count(found)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_scan_xor(b10[me & 3, b17[here] % 1])
let v1 = grid_scan_xor((fixed_bool[b17[here] % 11] ? fixed_i32[me & 7] : fixed_i32[1898143535u32 % 11]))
let v2 = grid_scan_xor(u64(lid.z))
let v3 = atomic_compare_exchange(b16[me], i64(grid_size.x), b11[me])
var a4: i32[1]
a4[0] = max(i32(-2147483647), a4[v0 % 2])
let v5, v6 = f2(fixed_i32, 33u32 % 14)
let v7 = f4((v1 - v1), a4, min)
let v8 = f6(p_i32, a4)
let v9 = f6(ctz(i32(grid_size.z)), a4)
f3(b1[me..me + 2], v0)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 5u32 % 10)
wait()
b15[1u32 % 5] += v6
block l10 {
if p_u32 % 3 == 1 {
leave l10
}
barrier workgroup
if ((fixed_bool[(true ? 2147483648u32 : fixed_u32[0]) % 11] ? fixed_bool[2147483647u32 % 11] : fixed_bool[(false ? 4294967294u32 : 7u32) % 11]) || grid_all(b14[me, 1])) {
barrier workgroup
if wid.x % 2 != 1 {
leave l10
}
var w11 = 0
loop {
w11 += 1
if w11 > 4 { break }
if ((p_bool ? v6 : 31u32) % 5 != 1) { break }
}
}
if (v6 % 3 != 1) {
leave l10
}
}
var w12 = 0
while w12 < 5 && (fixed_bool[33u32 % 11] == (b10[b0[32] % 8, 7u32 % 1] >= p_u32)) {
w12 += 1
b11[me] &= (v3 - (b14[me, p_u32 % 2] ? atomic_max(b16[me], v3, release) : v3))
}
if ((fixed_bool[18446744073709551615u64 % 11] ? fixed_bool[abs(p_u32) % 11] : fixed_bool[b0[p_u32 % 37] % 11]) && (fixed_bool[33u32 % 11] || p_bool)) {
if fixed_bool[128u64 % 11] {
let v13 = grid_load(fixed_f64[b0[14] % 7])
} else {
let v14 = ((v8 * v5) + grid_scan_max(v5) * grid_iscan_xor((fixed_i32[me & 1] ^ i32(wid.z))))
var v15 = ((fixed_bool[(18446744073709551615u64 ^ u64_at(bytes, p_u32 % 41)) % 11] ? fixed_bool[min(p_u32, b10[6, 0]) % 11] : true) ? workgroup_iscan_and((~b0[me + 1])) : (fixed_bool[v0 % 11] ? 1615609834u32 : v6))
v15 += grid_scan_xor(u32(false))
var w16 = 0
loop {
w16 += 1
if w16 > 2 { break }
barrier grid
let v17 = grid_iscan_max(i32(fixed_f32[me & 7]))
for k18 in -2..2 {
barrier workgroup
async_copy(b17, 1, b0, p_u32 % 37, 7)
wait()
a4[popcount(workgroups.z) % 1] = (true ? abs(v17) : (v5 ^ fixed_i32[me & 3]))
barrier grid
}
if ((fixed_i64[3i64 % 8] == fixed_i64[256u32 % 8]) ? fixed_bool[5u32 % 11] : fixed_bool[(p_u64 | 0u64) % 11]) {
barrier grid
continue
}
barrier grid
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[0]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
