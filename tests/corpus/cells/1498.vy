// Program 1498 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 1498
program conform_1498
workgroup 8, 4, 1
grid 32, 8, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = 1
param p_u64: u64 = 38
param p_i64: i64 = -15
param p_f32: f32 = 8.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[11]
uniform fixed_u32: u32[7]
in fixed_i32: i32[5]
in fixed_u64: u64[3]
in fixed_i64: i64[10]
in fixed_f32: f32[10]
uniform fixed_f64: f64[11]
uniform b10: u16[5, 2]
out b11: u16[256]
inout b12: u32[256, 2]
persistent b13: i64[257]
out b14: u16[256]
inout b15: atomic i64[2]
inout b16: atomic u64[256]
shared b17: u32[32]
shared b18: u16[32]
shared b19: atomic u64[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic i64[8]
out relayed: u32[8]
fn f2(q: in bool[], k: u32) -> bool, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
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
let v0 = grid_iscan_min(i32(wid.z))
let v1 = grid_iscan_min(atomic_max(b16[me], 18446744073709551615u64))
let v2 = grid_iscan_min(rotl(b13[me], b13[me]))
let v3 = atomic_and(b16[me], v1, acq_rel, device)
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (u32(fixed_f64[1548394252u32 % 12]) & (b0[me + 0] / b17[here]))
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_exchange(turn[place], 1, acq_rel)
}
var a4: bool[5]
a4[2] = (fixed_f64[v0 % 12] != fixed_f64[p_u32 % 12])
let v5, v6 = f2(a4, 1u32 % 14)
let v7 = f4((true && true), a4, f5)
let v8 = f6(bool(fixed_u64[me & 7]), a4)
let v9 = f6(a4[p_u32 % 6], a4)
f3(b1[me..me + 1], u32(rotr(v6, v1)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 2147483648u32 % 33)
wait()
var w10 = 4
while w10 > 0 && (w10 % 3 == 2 || grid_broadcast(bool((v2 >> u64_at(bytes, v6 % 41))), u32(255i32) % 257)) {
w10 -= 1
for k11 in -2..2 {
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
if me <= len(b1) { b1[me] = p_u32 }
b11[me] += 32u32
}
barrier workgroup
barrier workgroup
async_copy(b17, 2, b0, u32(fixed_f64[9]) % 257, 1906315974u32 % 33)
wait()
if fixed_bool[2147483647u32 % 12] {
}
barrier grid
}
let v13 = grid_max(rotl((v2 & i64(grid_size.y)), v0))
for k14 in 2147483647u32 % 2..1 + (b10[p_u32 % 6, b10[1, 1] % 2] + grid_xor((v5 ? v6 : u32_at(bytes, v6 % 41))) * grid_add((v6 ^ v6))) % 3 {
barrier grid
if bool(rotl(k14, fixed_i32[k14 % 6])) {
let v15 = grid_iscan_max(((v6 >= v6) ? 127u64 : ceil_div(v1, atomic_or(b16[me], v1, acq_rel, workgroup))))
barrier grid
continue
}
if ((true ^ fixed_bool[rotl(b10[1, 1], u64_at(bytes, p_u32 % 41)) % 12]) || p_bool) {
barrier grid
continue
}
barrier grid
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9)
