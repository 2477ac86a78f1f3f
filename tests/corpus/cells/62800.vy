// Program 62800 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 62800
program conform_62800
workgroup 1023, 1, 1
grid 1917, 1, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = 16
param p_u64: u64 = 2
param p_i64: i64 = -15
param p_f32: f32 = 7.25
param p_f64: f64 = -4.125
const WIDTH = 1023
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[2046]
out b1: u32[2046] @align(1)
in bytes: u8[40]
uniform fixed_bool: bool[3]
in fixed_u32: u32[10]
in fixed_i32: i32[4]
in fixed_u64: u64[6]
in fixed_i64: i64[3]
in fixed_f32: f32[11]
in fixed_f64: f64[4]
in b10: u16[2, 1]
scratch b11: bool[2047] @live @cache(streaming)
persistent o12_6138: f64[, 3]
inout b13: f64[2048]
out b14: atomic u64[3] @range(7, 0)
persistent b15: atomic u32[2046]
shared b16: u32[1023]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_ballot(b11[me])
let v1 = subgroup_shuffle(b11[me], clz(workgroup_size.y) % 40)
let v2 = subgroup_shuffle(gid.x, v0 % 40)
let v3 = subgroup_shuffle(fixed_i32[me & 1], max(b10[me & 7, 0], v0) % 40)
let v4 = subgroup_shuffle(u64_at(bytes, v0 % 41), abs(v2) % 40)
let v5 = subgroup_shuffle(fixed_i64[me & 7], v2 % 40)
let v6 = subgroup_shuffle(fixed_f32[p_u32 % 12], v0 % 40)
let v7 = subgroup_shuffle(p_f64, p_u32 % 40)
let v8 = subgroup_add(b15[me])
let v9 = subgroup_add(i32(v1))
let v10 = subgroup_add(v4)
let v11 = atomic_sub(b15[me], v0)
var a12: u64[3]
a12[1] = p_u64
let v13, v14 = f2(fixed_u64[v2 % 6..v8 % 14], v8 % 14)
let v15 = f4(u64(v3), a12, (*))
f3(b1[me..me + 2], (popcount(2147483648u32) % b10[me & 7, TABLE[3] % 1]))
atomic_sub(b14[v8 % 4], u64(f32(a12[bits(fixed_f32[me & 3]) % 4])))
var w16 = 3
while w16 > 0 && (w16 % 3 == 2 || ((!fixed_bool[u32(fixed_i64[0]) % 4]) ? subgroup_and(v1) : (v8 < 33u32))) {
w16 -= 1
if me <= 2048 { b11[me] = ((v8 ^ v11) % 4 >= 2) }
if ((fixed_bool[(2i64 + fixed_i64[2]) % 4] | fixed_bool[v0 % 4]) && (fixed_bool[p_i32 % 4] & fixed_bool[128u32 % 4])) {
}
if (u32(fixed_u64[v9 % 7]) == max(v8, 1377891790u32)) {
break
}
}
let v17 = ((fixed_bool[workgroups.z % 4] ^ fixed_bool[bytes[p_u32 % 41] % 4]) ? grid_scan_min(fixed_u64[me & 7]) : grid_scan_max(popcount(fixed_u64[me & 7])))
var w18 = 0
while w18 < 2 && false {
w18 += 1
b11[me] = (v4 > u64_at(bytes, v8 % 41))
if (256i32 != i32(p_u32)) { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(bits(v6)) + u32(bits(v7)) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[1]) + u32(v13 >> 32) + u32(v14) + u32(v15 >> 32) + u32(v17)
