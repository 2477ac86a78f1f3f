// Program 55032 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 55032
program conform_55032
workgroup 1, 1, 1
grid 31, 1, 1
param p_bool: bool = false
param p_u32: u32 = 23
param p_i32: i32 = 2
param p_u64: u64 = 24
param p_i64: i64 = -18
param p_f32: f32 = 2.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[31]
out b1: u32[31]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[6]
in fixed_i32: i32[8]
uniform fixed_u64: u64[5]
in fixed_i64: i64[6]
in fixed_f32: f32[5]
in fixed_f64: f64[8]
in b10: i16[6, 3]
scratch b11: i16[31] @live
out b12: u64[33] @align(16)
inout o13_32: f32[]
scratch b14: atomic i64[1] @live
scratch b15: atomic u64[len(b0)] @live
shared b16: u32[1]
shared b17: i16[1]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u64[31]
out relayed: u32[31]
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
let v0 = subgroup_iscan_or(mulhi(2147483648u32, p_u32))
let v1 = subgroup_iscan_or(b10[me & 1, 1])
let v2 = subgroup_iscan_or(fixed_u64[me & 3])
let v3 = subgroup_iscan_or(max(fixed_i64[v0 % 7], fixed_i64[fixed_i32[me & 1] % 7]))
let v4 = subgroup_iscan_xor(fixed_bool[me & 7])
let v5 = subgroup_iscan_xor(v0)
let v6 = subgroup_iscan_xor(b10[me & 7, grid_size.z % 3])
let v7 = subgroup_iscan_xor((v2 ^ v2))
let v8 = subgroup_iscan_xor(p_i64)
let v9 = subgroup_any(v4)
let v10 = subgroup_all(bool(v8))
atomic_store(b15[me], v2)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = 64u32
if place > 0 {
loop {
if atomic_or(turn[place - 1], 0, acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_add(turn[place], 1, release, device)
}
var a11: f32[5]
a11[2] = (fixed_f32[me & 3] + o13_32[me])
let v12, v13 = f2(fixed_f32[b16[here] % 6..b0[me + 1] % 14], u32(v3) % 14)
let v14 = f4(f32(p_i64), a11, min)
let v15 = f6(v12, a11)
let v16 = f6(f32(p_f64), a11)
f3(b1[me..me + 1], v5)
barrier workgroup
async_copy(b17, 2, b10, 4294967294u32 % 7, 63u32 % 2)
wait()
for k17 in wid.z % 2..2 + (b0[2147483647u32 % 32] << fixed_i32[b0[p_u32 % 32] % 9]) % 3 {
if ((v4 ? v4 : p_bool) ? (v4 ? v4 : v9) : (i64(subgroup) < v3)) {
a11[v5 % 5] -= v12
} else {
}
if ((fixed_f64[k17 % 9] >= fixed_f64[p_u32 % 9]) ? false : (fixed_bool[7i64 % 8] & fixed_bool[SUM % 8])) {
break
}
if ((fixed_u64[b0[22] % 6] & 33u64) < (fixed_bool[p_u32 % 8] ? fixed_u64[k17 % 6] : fixed_u64[(k17 % k17) % 6])) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(bits(a11[2])) + u32(bits(v12)) + u32(v13) + u32(bits(v14)) + u32(bits(v15)) + u32(bits(v16))
