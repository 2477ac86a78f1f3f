// Program 47168 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 47168
program conform_47168
workgroup 2, 3, 1
param p_grid: u32 = 105
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 34
param p_i32: i32 = 13
param p_u64: u64 = 2
param p_i64: i64 = -24
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[318]
out b1: u32[318]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[11]
uniform fixed_i32: i32[4] @cache(streaming)
uniform fixed_u64: u64[8]
in fixed_i64: i64[5]
uniform fixed_f32: f32[5]
in fixed_f64: f64[7]
in o10_4: u16[, 1] @align(2)
persistent o11_1908: i64[, 2, 3]
inout o12_319: u8[] @align(128)
persistent b13: u8[320, 3]
inout o14_318: i16[]
out b15: atomic u64[3] @cache(streaming)
out b16: atomic i64[318]
shared b17: u32[6]
shared b18: f32[6]
shared b19: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_min(x0)
let v3 = grid_all(fixed_bool[me & 3])
let v4 = grid_iscan_xor((o10_4[i64(grid_size.x) % 5, bits(p_f32) % 2] % 4 == 2))
var v5 = popcount((p_i64 >> fixed_i64[me & 3]))
v5 = min(v5, i64(fixed_u64[me & 1]))
return ctz(max(o12_319[me], v2))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = subgroup_xor(fixed_i64[me & 3])
let v7 = subgroup_scan_add(rotr(b1[me], fixed_u64[TABLE[p_u32 % 10] % 9]))
let v8 = subgroup_scan_add(clz(i32(p_f64)))
let v9 = subgroup_scan_add((~u64_at(bytes, v8 % 41)))
let v10 = subgroup_scan_add(popcount((fixed_bool[me & 7] ? v6 : i64(grid_size.y))))
let v11 = subgroup_scan_min(o12_319[me])
let v12 = subgroup_scan_min((~p_i32))
let v13 = subgroup_scan_min((fixed_bool[me & 7] ? fixed_u64[v11 % 9] : 63u64))
let v14 = subgroup_scan_min(o11_1908[me, 1, 1])
let v15 = subgroup_scan_max(ceil_div(v7, v7))
let v16 = subgroup_scan_max(v8)
let v17 = atomic_add(b16[me], i64(workgroups.y))
var a18: i32[4]
a18[2] = max(v12, v16)
let v19, v20 = f2(a18, len(o10_4, 0) % 14)
let v21 = f4((fixed_i32[v20 % 5] ^ v12), a18, (*))
let v22 = f6(2i32, a18)
let v23 = f6((fixed_i32[me & 7] - i32(workgroup_size.y)), a18)
f3(b1[me..me + 1], 63u32)
atomic_add(b19[(v15 << v19) % 3], grid_size.x, acquire, system)
if (false && (2u64 <= v9)) && me % 5 == 0 { return }
var w24 = 0
loop {
w24 += 1
if w24 > 4 { break }
if (fixed_bool[(p_u32 - p_u32) % 12] | (p_f32 > b18[here])) { break }
if bool(fixed_bool[me & 1]) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(v14 >> 32) + u32(v15) + u32(v16) + u32(v17) + u32(a18[2]) + u32(v19) + u32(v20) + u32(v21) + u32(v22) + u32(v23)
