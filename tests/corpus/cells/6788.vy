// Program 6788 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 6788
program conform_6788 service
workgroup 16, 3, 1
grid 62, 3, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 15
param p_u64: u64 = 39
param p_i64: i64 = -7
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192] @binding(7)
out b1: u32[192] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[9] @binding(28)
uniform fixed_u32: u32[5] @binding(35)
uniform fixed_i32: i32[5] @binding(5)
uniform fixed_u64: u64[4] @binding(12)
in fixed_i64: i64[8] @binding(19)
in fixed_f32: f32[7] @binding(26)
uniform fixed_f64: f64[10] @binding(33) @cache(streaming)
in b10: bf16[8, 1] @binding(3) @cache(streaming)
inout b11: bf16[len(b0)] @binding(10)
out b12: f16[192, 1] @binding(17)
out b13: bool[191] @binding(24)
persistent b14: atomic u32[2] @binding(31)
inout b15: atomic u64[192] @binding(1)
mapped b16: i16[192] @binding(8)
mapped b17: i32[192] @binding(15)
mapped b18: atomic i64[192] @binding(22) @cache(streaming)
shared b19: u32[48] @binding(29)
shared b20: bf16[48] @binding(36)
shared b21: atomic i32[3] @binding(6)
const SUM = len(b0) * 3 + len(bytes)
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
let v0 = grid_iscan_and(rotl(b0[me + 2], i64(lid.y)))
let v1 = grid_iscan_and(p_i32)
let v2 = grid_iscan_and(u64_at(bytes, 2147483648u32 % 41))
let v3 = atomic_sub(b15[me], u64(grid_size.y))
var a4: f32[3]
a4[1] = (fixed_bool[me & 7] ? b11[me] : fixed_f32[me & 7])
let v5, v6 = f2(fixed_f32, max(u32_at(bytes, 2), b19[here]) % 14)
let v7 = f4(0.0f32, a4, (*))
let v8 = f6((p_f32 * v5), a4)
let v9 = f6(v8, a4)
f3(b1[me..me + 1], ceil_div((~b19[here]), (v0 - v0)))
barrier workgroup
async_copy(b20, 0, b10, workgroups.y % 9, 0u32 % 49)
barrier grid
wait()
fence()
atomic_max(b21[(v6 | v0) % 4], 2147483647i32, release, system)
let v10 = (fixed_bool[wid.z % 10] ? workgroup_min(i32(atomic_load(b18[me], acquire, workgroup))) : workgroup_or(p_i32))
for k11 in 128u32 % 2..1 + wid.x * 2 + ((fixed_u32[i32(workgroups.z) % 6] % 4 >= 2) ? workgroup_broadcast(v6, 128u32 % 49) : workgroup_load(b19[(1901684465u32 * p_u32) % 49])) % 3 {
barrier workgroup
for k12 in (fixed_i64[(fixed_bool[me & 1] ? b19[me + 1] : p_u32) % 9] / 0i64) % 3..i64(v2) % 6 {
if bool(u32(b19[me + 1])) { continue }
if bool(mulhi(v2, fixed_u64[v6 % 5])) { continue }
}
if bool((-fixed_i64[k11 % 9])) {
barrier workgroup
continue
}
if (bits(unbits(0xf2be6157u32)) % 4 < 2) {
barrier workgroup
continue
}
if fixed_bool[k11 % 10] {
barrier workgroup
continue
}
barrier workgroup
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(bits(a4[1])) + u32(bits(v5)) + u32(v6) + u32(bits(v7)) + u32(bits(v8)) + u32(bits(v9)) + u32(v10)
