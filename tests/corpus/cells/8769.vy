// Program 8769 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8769
program conform_8769
workgroup 1, 1, 1
grid 1023, 1, 1
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = -7
param p_u64: u64 = 23
param p_i64: i64 = -26
param p_f32: f32 = 5.25
param p_f64: f64 = -1.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1023]
out b1: u32[1023]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[10]
uniform fixed_i32: i32[10] @cache(streaming)
in fixed_u64: u64[4]
uniform fixed_i64: i64[4]
in fixed_f32: f32[3]
in fixed_f64: f64[11]
in b10: f16[3, 1]
inout b11: u64[1023]
persistent b12: u32[1025, 2]
scratch b13: bf16[1024, 2]
inout b14: atomic i64[4]
inout b15: atomic i64[len(b0)]
shared b16: u32[1]
shared b17: u64[1]
shared b18: atomic u32[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[65472] @count(found)
out t_n: atomic i32[1023]
out t_y: u32[1023]
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: i64[2]
a2[p_u32 % 3] = p_i64
let v3 = a2[len(bytes) % 2]
if fixed_bool[b0[me & 7] % 10] {
var a4: bool[4]
a4[min(x0, x0) % 4] = p_bool
let v5 = a4[x0 % 4]
} else if fixed_bool[me & 7] {
}
return ((x0 % b0[me + 0]) / (b0[wid.z % 1024] << u64(grid_size.x)))
}
fn f1(x6: u32, y7: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = grid_scan_or(u32(fixed_bool[me & 1]))
let v9 = ((fixed_bool[u32_at(bytes, 36) % 10] & fixed_bool[u32_at(bytes, p_u32 % 41) % 10]) ? grid_and(fixed_i32[me & 7]) : grid_broadcast(y7, u32(127i64) % 1024))
if (bool(b10[max(64u32, 2u32) % 4, 0]) || (b0[9223372036854775807i64 % 1024] % 2 < 1)) { return ceil_div(p_u32, x6) }
b13[me, 1] = floor(clamp(-16777217.0f32, unbits(0x7fc00000u32), fixed_f32[me & 1]))
return abs(p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
loop {
if atomic_add(t_n[me], 2) > 13 { break }
t_y[me] += 5
}
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 12 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v10 = grid_scan_max(fixed_i32[me & 7])
let v11 = grid_scan_max(u64(fixed_i64[(true ? p_u32 : 4294967295u32) % 5]))
let v12 = grid_scan_max(fixed_i64[me & 7])
let v13 = atomic_and(b15[me], v12, acquire, device)
var a14: f32[4]
a14[2] = f32(fixed_f32[me & 7])
let v15, v16 = f2(a14, 255u32 % 14)
let v17 = f4(ceil(v15), a14, (*))
let v18 = f6(v15, a14)
let v19 = f6(v15, a14)
f3(b1[me..me + 1], (bool(1590964448i32) ? u32(a14[v16 % 5]) : u32(false)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 0)
wait()
b14[b12[me, 1] % 5] += ((p_bool ? 5i64 : p_i64) >> max(32u64, v11))
b11[me] = ((b12[me, workgroups.x % 2] % 3 >= 2) ? p_u64 : v11)
var w20 = 0
loop {
w20 += 1
if w20 > 4 { break }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v10) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(bits(a14[2])) + u32(bits(v15)) + u32(v16) + u32(bits(v17)) + u32(bits(v18)) + u32(bits(v19))
