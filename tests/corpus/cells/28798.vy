// Program 28798 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28798
program conform_28798 service
workgroup 8, 4, 1
grid 10, 16, 1
param p_bool: bool = false
param p_u32: u32 = 25
param p_i32: i32 = 19
param p_u64: u64 = 21
param p_i64: i64 = -23
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
uniform fixed_bool: bool[8]
uniform fixed_u32: u32[9]
in fixed_i32: i32[11]
uniform fixed_u64: u64[3]
uniform fixed_i64: i64[10]
in fixed_f32: f32[9]
uniform fixed_f64: f64[10]
in o10_1: f16[, 1]
scratch b11: bool[256] @live
scratch b12: i8[256] @live
inout o13_258: bool[]
inout b14: atomic i32[3]
out b15: atomic u32[256] @range(663, 108)
mapped b16: u8[256]
mapped b17: f16[len(b0)]
mapped b18: atomic u32[256]
shared b19: u32[32]
shared b20: bool[32]
shared b21: atomic i64[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[8]
out relayed: u32[8]
fn f2(q: in bool[], k: u32) -> bool, u32 {
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_or(((fixed_u64[me & 7] * fixed_u64[me & 1]) % u64(fixed_u64[(-2147483647u32) % 4])))
let v1 = workgroup_iscan_or((i64(gid.y) - i64(b20[here])))
let v2 = workgroup_iscan_xor(b20[here])
let v3 = atomic_add(b15[me], 4294967294u32)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = clamp(TABLE[v3 % 10], u32(fixed_f32[me & 7]), workgroup_size.y)
if place > 0 {
loop {
if atomic_add(turn[place - 1], 0, acq_rel) != 0 { break }
pause()
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a4: bool[5]
a4[2] = (fixed_f32[me & 7] > fixed_f32[me & 7])
let v5, v6 = f2(a4, p_u32 % 14)
let v7 = f4(bool(true), a4, f5)
let v8 = f6(bool(v1), a4)
let v9 = f6(bool(fixed_i32[v3 % 12]), a4)
f3(b1[me..me + 2], p_u32)
barrier workgroup
async_copy(b20, 0, fixed_bool, 752105876u32 % 9, p_u32 % 33)
wait()
fence()
let v10 = ((fixed_bool[1i64 % 9] | true) ? grid_iscan_add(0i64) : grid_iscan_or(ctz(3i64)))
a4[v3 % 5] = ((fixed_bool[2i32 % 9] ? fixed_bool[(bytes[36] >> i32(-2147483648)) % 9] : fixed_bool[1235803631i64 % 9]) ? workgroup_scan_xor(o13_258[me]) : workgroup_iscan_or((v2 ? (fixed_u32[me & 3] >= 127u32) : a4[v6 % 6])))
region "r11" {
barrier workgroup
async_copy(b20, 0, fixed_bool, u32(508435396i32) % 9, u32(3.0f64) % 33)
barrier grid
wait()
var v12 = clz(b12[me])
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
