// Program 14712 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14712
program conform_14712
workgroup 31, 1, 1
grid 1581, 1, 1
param p_bool: bool = true
param p_u32: u32 = 23
param p_i32: i32 = 15
param p_u64: u64 = 11
param p_i64: i64 = -8
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1581]
out b1: u32[1581] @range(6290, 31)
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[11]
in fixed_i32: i32[6]
in fixed_u64: u64[7]
in fixed_i64: i64[3] @align(16)
in fixed_f32: f32[7] @cache(streaming)
in fixed_f64: f64[4]
in b10: u8[4, 2]
scratch b11: u8[1582] @live
scratch b12: bool[1581, 3]
inout b13: f64[len(b0)]
inout b14: atomic u64[2]
persistent b15: atomic i64[len(b0)]
shared b16: u32[31]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i32[51]
out relayed: u32[51]
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
let v2 = f32((y1 > i32(workgroup_size.y)))
if me < len(b0) { b12[me, 1] = p_bool }
var w3 = 0
loop {
w3 += 1
if w3 > 4 { break }
if b12[me, 1] { return clz(63u32) }
}
return rotr((fixed_u32[me & 3] * p_u32), popcount(fixed_i64[u32_at(bytes, 4) % 4]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_or(rotl(clz(fixed_i64[me & 7]), (fixed_u64[me & 1] >> p_u64)))
let v5 = subgroup_xor(b12[me, 32u32 % 3])
let v6 = subgroup_xor((b10[v4 % 5, p_u32 % 2] * b10[me & 1, 1]))
let v7 = subgroup_xor((bool(p_u64) ? fixed_i32[v6 % 7] : i32(fixed_i32[me & 1])))
let v8 = subgroup_xor(fixed_u64[me & 7])
let v9 = subgroup_xor(rotl(v4, v4))
let v10 = subgroup_scan_add(2147483648u32)
let v11 = subgroup_scan_add((v5 ? fixed_i32[u32_at(bytes, p_u32 % 41) % 7] : v7))
let v12 = subgroup_scan_add(u64(sqrt(fixed_f32[me & 7])))
let v13 = subgroup_scan_add(atomic_sub(b15[me], i64(gid.y), release, system))
let v14 = subgroup_scan_min(p_u32)
let v15 = atomic_min(b15[me], v9, acq_rel)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (p_bool ? clamp(p_u32, v6, 7u32) : abs(v14))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a16: f32[5]
a16[2] = f32(atomic_sub(b15[me], v13, release))
let v17, v18 = f2(fixed_f32, v14 % 14)
let v19 = f4(fixed_f32[me & 3], a16, f5)
f3(b1[me..me + 2], ctz(clamp(v10, v10, v6)))
b14[661857247u32 % 3] -= bits(min(fixed_f64[v10 % 5], 16777217.0f64))
for k20 in b0[p_u32 % 1582] % 2..2 + subgroup * 7 + wid.x + u32(550550846i64) % 3 step 1 {
let v21 = (~v9)
if ((v5 || v5) ? (v5 ? v5 : p_bool) : (v5 && v5)) {
continue
}
if me <= len(b13) { b13[me] = min((p_bool ? f64((-1i64)) : (fixed_f64[me & 1] + b13[me])), f64(max(2147483647i32, v7))) }
}
a16[v14 % 5] = grid_max(v17)
let v22 = grid_broadcast(v11, rotr(255u32, 9223372036854775808u64) % 1582)
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15 >> 32) + u32(bits(a16[2])) + u32(bits(v17)) + u32(v18) + u32(bits(v19)) + u32(v22)
