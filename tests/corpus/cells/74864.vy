// Program 74864 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 74864
program conform_74864 service
workgroup 1, 1, 1
grid 33, 1, 1
param p_bool: bool = false
param p_u32: u32 = 21
param p_i32: i32 = 3
param p_u64: u64 = 1
param p_i64: i64 = -40
param p_f32: f32 = 3.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33] @range(122, 0)
in bytes: u8[40]
uniform fixed_bool: bool[3]
uniform fixed_u32: u32[9]
in fixed_i32: i32[6]
in fixed_u64: u64[6] @cache(streaming)
uniform fixed_i64: i64[11]
in fixed_f32: f32[4]
in fixed_f64: f64[8]
in b10: f16[2, 1]
out b11: f32[35, 1, 1]
out b12: f64[33, 3]
out b13: u8[33, 1]
scratch b14: atomic i32[2] @live
inout o15_33: atomic i64[]
mapped b16: u64[32]
mapped b17: bool[33]
mapped b18: atomic i64[len(b0)]
shared b19: u32[1]
shared b20: u64[1]
shared b21: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic u32[33]
out t_y: u32[33]
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = i64(min(fixed_f64[me & 7], -3.0f64))
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
var v4 = (f64(b0[me + 1]) - f64(fixed_f64[x0 % 9]))
v4 = (abs(fixed_f64[me & 7]) + (v4 / v4))
if (fixed_bool[(p_bool ? b0[27] : x0) % 4] || (fixed_u32[x0 % 10] > x0)) { return (x0 >> 31u64) }
}
return u32(ceil_div(bytes[x0 % 41], x0))
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_iscan_add(p_u32)
let v8 = (~(u32_at(bytes, min(4294967295u32, bytes[3]) % 41) | b0[rotr(b0[3], 2037949044i64) % 34]))
let v9 = grid_max(fixed_f32[clz(p_u64) % 5])
each i in 0i64..33 {
}
return reverse(bits(p_f32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
while atomic_add(t_n[me], 1) < 19 { t_y[me] += 3 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 15 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v11 = f0(b13[me, 0], (false ? ctz(i32(wid.z)) : i32(fixed_i32[me & 3])))
let v12 = subgroup_scan_max(v11)
let v13 = subgroup_scan_max((true ? reverse(fixed_i32[me & 1]) : mulhi(fixed_i32[me & 7], p_i32)))
let v14 = subgroup_scan_max(((638625022u64 << 63i64) * rotr(5u64, atomic_min(o15_33[me], 3i64, acq_rel, device))))
let v15 = subgroup_scan_max((b17[me] ? i64(workgroups.x) : atomic_max(o15_33[me], p_i64, acq_rel, system)))
let v16 = subgroup_scan_and(((false ^ p_bool) | (7u64 > v14)))
let v17 = subgroup_scan_and(b13[me, 0])
let v18 = subgroup_scan_and(p_i32)
let v19 = subgroup_scan_and((v16 ? fixed_u64[me & 3] : u64(lane)))
let v20 = subgroup_scan_and((true ? v15 : 540161816i64))
let v21 = subgroup_scan_or(bool(v17))
let v22 = subgroup_scan_or(clamp((bytes[(v15 << v11) % 41] / v12), u32(v12), (v11 & p_u32)))
let v23 = atomic_load(o15_33[me], relaxed, workgroup)
var a24: f64[5]
a24[2] = f64(v18)
let v25, v26 = f2(a24, (p_u32 / v22) % 14)
let v27 = f4(fixed_f64[me & 7], a24, (*))
let v28 = f6(f64(v16), a24)
let v29 = f6(unbits(v14), a24)
f3(b1[me..me + 1], b13[me, 0])
b14[b19[here] % 3] += i32(fixed_f32[v11 % 5])
let v30 = (i64(v25) + grid_or(i64(fixed_i64[min(b13[me, 0], v26) % 12])) * grid_scan_min(v15))
barrier grid
b1[me] = b1[me] * 3 + u32(v11) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(v15 >> 32) + u32(v16) + u32(v17) + u32(v18) + u32(v19 >> 32) + u32(v20) + u32(v21) + u32(v22) + u32(v23 >> 32) + u32(bits(a24[2]) >> 32) + u32(bits(v25)) + u32(v26) + u32(bits(v27)) + u32(bits(v28) >> 32) + u32(bits(v29)) + u32(v30 >> 32)
