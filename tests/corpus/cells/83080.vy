// Program 83080 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 83080
program conform_83080
workgroup 33, 1, 1
grid 66, 1, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = -10
param p_u64: u64 = 32
param p_i64: i64 = -18
param p_f32: f32 = 6.25
param p_f64: f64 = -5.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[10]
uniform fixed_i32: i32[4]
in fixed_u64: u64[6]
in fixed_i64: i64[9]
in fixed_f32: f32[9]
in fixed_f64: f64[5]
in b10: i8[1, 1]
inout b11: i8[66]
out b12: i8[66]
out b13: u16[68]
inout b14: i16[67, 2, 1]
out b15: u32[66]
scratch b16: atomic i32[4] @live
scratch b17: atomic i64[66] @live
shared b18: u32[33]
shared b19: i8[33]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[2]
out relayed: u32[2]
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
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
let v0 = subgroup_max(f32(i32(fixed_f64[me & 7])))
let v1 = subgroup_max((true ? fixed_f64[me & 7] : fixed_f64[me & 1]))
let v2 = subgroup_and(fixed_bool[u64_at(bytes, 28) % 12])
let v3 = subgroup_and(2147483648u32)
let v4 = subgroup_and(mulhi(b19[here], b19[here]))
let v5 = subgroup_and(fixed_u64[me & 7])
let v6 = subgroup_and(b17[me])
let v7 = subgroup_or(v2)
let v8 = subgroup_or(SUM)
let v9 = subgroup_or(rotl(p_i32, v4))
let v10 = subgroup_or(v5)
let v11 = atomic_compare_exchange(b17[me], fixed_i64[p_u32 % 10], v6, relaxed, workgroup)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (u32(33u64) << i64(workgroup_size.y))
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release, device)
}
var a12: i64[2]
a12[1] = rotl(v6, v6)
let v13, v14 = f2(fixed_i64[(~len(b10, 1)) % 6..v3 % 14], (true ? p_u32 : b13[me]) % 14)
let v15 = f4((v2 ? v6 : v6), a12, (*))
f3(b1[me..me + 1], p_u32)
barrier workgroup
async_copy(b19, 2, b10, 2147483647u32 % 2, 3)
wait()
var v16 = grid_broadcast((false ? p_f64 : v1), 3u32 % 67)
v16 = fma(f64(i64(wid.x)), f64(fixed_f64[v10 % 6]), v16)
fixpoint k18 in 0..0 {
for k19 in v9 % 3..(v2 ? v4 : fixed_i32[me & 1]) % 6 step (~b10[me & 3, bytes[18] % 1]) % 2 {
if ((63i32 == v4) || bool(v2)) { break }
}
if k18 < 2 && bool((p_bool ? v0 : v0)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(bits(v1) >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11) + u32(a12[1] >> 32) + u32(v13 >> 32) + u32(v14) + u32(v15) + u32(bits(v16))
