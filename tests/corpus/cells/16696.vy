// Program 16696 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 16696
program conform_16696
workgroup 31, 1, 1
grid 34, 1, 1
param p_bool: bool = true
param p_u32: u32 = 1
param p_i32: i32 = -10
param p_u64: u64 = 27
param p_i64: i64 = -35
param p_f32: f32 = 7.25
param p_f64: f64 = -1.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[62]
out b1: u32[62]
in bytes: u8[40]
in fixed_bool: bool[9] @cache(streaming)
in fixed_u32: u32[10]
in fixed_i32: i32[3]
in fixed_u64: u64[3]
in fixed_i64: i64[11]
in fixed_f32: f32[5] @cache(streaming)
in fixed_f64: f64[7]
in b10: i8[8, 3]
scratch b11: u32[62, 1]
persistent o12_63: u8[]
inout o13_62: i32[, 1]
scratch b14: u64[64]
scratch b15: atomic u64[3]
out b16: atomic u64[62]
shared b17: u32[31]
shared b18: f64[31]
shared b19: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[2]
out relayed: u32[2]
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_broadcast((p_i32 << p_i64), p_u32 % 33)
let v1 = subgroup_broadcast((31u64 + 7u64), 31u32 % 33)
let v2 = subgroup_broadcast((p_i64 ^ i64(gid.z)), u32(v0) % 33)
let v3 = subgroup_broadcast(fixed_f32[u64_at(bytes, 27) % 6], popcount(2147483648u32) % 33)
let v4 = subgroup_broadcast(fixed_f64[u32(fixed_f32[0]) % 8], max(b0[p_u32 % 63], grid_size.x) % 33)
let v5 = subgroup_load(fixed_bool[2147483647u32 % 10])
let v6 = subgroup_load(b0[33u32 % 63])
let v7 = subgroup_load(fixed_i32[p_u32 % 4])
let v8 = subgroup_load(fixed_u64[v6 % 4])
let v9 = subgroup_load(fixed_i64[v2 % 12])
let v10 = subgroup_load(fixed_f32[789236790u32 % 6])
let v11 = atomic_load(b16[me], acquire, system)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = u32(f32(v3))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a12: u32[3]
a12[1] = (v6 - p_u32)
let v13, v14 = f2(fixed_u32[(bytes[me + 2] / 2147483647u32) % 6..p_u32 % 14], v6 % 14)
let v15 = f4(a12[gid.z % 4], a12, (max))
let v16 = f6((~p_u32), a12)
let v17 = f6(u32(v13), a12)
f3(b1[me..me + 1], u32((fixed_bool[p_u32 % 10] & v5)))
let v18 = (fixed_bool[(-32u32) % 10] ? grid_scan_or(b1[me]) : grid_scan_and(u32(unbits(0xff800000u32))))
b11[me, 0] += ((b17[here] + 2147483648u32) + workgroup_iscan_and(abs(b11[me, u32(b18[here]) % 1])))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2) + u32(bits(v3)) + u32(bits(v4)) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(bits(v10)) + u32(v11 >> 32) + u32(a12[1]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18)
