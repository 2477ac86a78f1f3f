// Program 39856 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 39856
program conform_39856
workgroup 5, 1, 1
grid 5, 1, 1
param p_bool: bool = false
param p_u32: u32 = 5
param p_i32: i32 = 10
param p_u64: u64 = 39
param p_i64: i64 = -6
param p_f32: f32 = 6.25
param p_f64: f64 = -1.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[5]
out b1: u32[5]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[8]
in fixed_i32: i32[3]
in fixed_u64: u64[6]
in fixed_i64: i64[5] @align(128)
uniform fixed_f32: f32[10]
in fixed_f64: f64[9]
uniform b10: u8[8]
scratch b11: u32[7]
scratch b12: f32[6]
inout o13_10: i64[, 2]
persistent b14: atomic i32[2]
persistent o15_5: atomic u32[]
shared b16: u32[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[320] @count(found)
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_max(x0)
var v3 = subgroup_and((i32(gid.y) & y1))
v3 = workgroup_broadcast(i32(fixed_f32[1051934166u32 % 11]), (false ? 1934443710u32 : 4294967294u32) % 6)
block l4 {
if ((5u32 % 3 < 2) || fixed_bool[me & 3]) {  }
}
return ((p_u32 >> fixed_u64[me & 1]) >> i64(p_i32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = subgroup_iscan_or(fixed_i32[me & 3])
let v6 = subgroup_iscan_or(((fixed_u64[me & 1] * u64_at(bytes, 32u32 % 41)) << i64(i32(-2147483648))))
let v7 = subgroup_iscan_or(fixed_i64[4294967294u32 % 6])
let v8 = subgroup_iscan_xor(false)
let v9 = subgroup_iscan_xor((SUM + abs(3u32)))
let v10 = subgroup_iscan_xor(p_i32)
let v11 = subgroup_iscan_xor(fixed_u64[v9 % 7])
let v12 = subgroup_iscan_xor(v7)
let v13 = subgroup_any(fixed_bool[me & 1])
let v14 = subgroup_all(p_bool)
let v15 = subgroup_broadcast(v13, (4294967295u32 - p_u32) % 33)
let v16 = atomic_or(o15_5[me], 2147483648u32)
var a17: f32[3]
a17[1] = b12[me]
let v18, v19 = f2(a17, v16 % 14)
let v20 = f4(ceil(v18), a17, min)
let v21 = f6(v18, a17)
let v22 = f6(a17[5u32 % 4], a17)
f3(b1[me..me + 2], ((v16 < v9) ? v9 : u32(v8)))
atomic_add(b14[rotr(v16, i32(lid.y)) % 3], 255i32)
var a23: f32[2]
a23[(v19 << p_u64) % 2] = ((!p_bool) ? grid_load(b12[32u32 % 7]) : unbits(0x68fb43b2u32))
let v24 = a23[b11[me] % 2]
{
if me < len(b1) { o13_10[me, 1] = i64(f32(fixed_bool[me & 1])) }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12 >> 32) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(bits(a17[1])) + u32(bits(v18)) + u32(v19) + u32(bits(v20)) + u32(bits(v21)) + u32(bits(v22)) + u32(bits(a23[1])) + u32(bits(v24))
