// Program 13699 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 13699
program conform_13699
workgroup 7, 1, 1
param p_grid: u32 = 13
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 13
param p_i32: i32 = -3
param p_u64: u64 = 31
param p_i64: i64 = -18
param p_f32: f32 = 8.25
param p_f64: f64 = -2.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[14]
in bytes: u8[40] @align(256)
uniform fixed_bool: bool[5] @align(256)
in fixed_u32: u32[7]
in fixed_i32: i32[7]
in fixed_u64: u64[11]
uniform fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[9]
in o10_2: bf16[, 1]
out b11: u16[15]
persistent o12_45: bool[, 3]
inout b13: u64[15] @align(32)
scratch b14: atomic u64[1]
scratch b15: atomic i32[14]
shared b16: u32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in bool[], k: u32) -> bool, u32 {
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
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_min(b0[me & 7])
var v3 = grid_broadcast(fixed_u64[127u32 % 12], p_u32 % 15)
v3 = v3
v3 = grid_max(fixed_u64[me & 3])
for k4 in 2147483648u32 % 2..1 + grid_and(u32(b0[fixed_u32[p_u32 % 8] % 15])) % 3 step 2 {
if fixed_bool[k4 % 6] {
break
}
if fixed_bool[(true ? fixed_u64[0] : v3) % 6] {
continue
}
}
return ((true | fixed_bool[p_u32 % 6]) ? clz(fixed_u32[me & 7]) : p_u32)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(rotl((o12_45[me, (4294967295u32 + b0[me + 1]) % 3] ? b11[me] : p_u32), (fixed_u64[me & 7] - b13[me])), (fixed_i32[p_i32 % 8] | (fixed_i32[1767816371u32 % 8] / i32(grid_size.z))))
let v6 = grid_add(v5)
let v7 = grid_add(fixed_i32[(fixed_bool[p_u32 % 6] ? b11[p_u32 % 16] : 998953036u32) % 8])
let v8 = grid_add(u64((~b13[me])))
var a9: bool[5]
a9[2] = (a9[p_u32 % 6] || true)
let v10, v11 = f2(fixed_bool[abs(b11[2]) % 6..min(4294967294u32, v5) % 14], popcount(u32_at(bytes, p_u32 % 41)) % 14)
let v12 = f4((b16[me & 3] % 5 != 1), a9, f5)
let v13 = f6((false || true), a9)
let v14 = f6(bool(v10), a9)
f3(b1[me..me + 1], (ctz(b11[me + 0]) >> i64(p_bool)))
atomic_add(b14[255u32 % 2], (-u64(fixed_i64[me & 1])))
for k15 in -2..0 {
b1[me] = fixed_u32[me & 7]
if fixed_bool[p_u64 % 6] {
if (ceil_div(v8, u64_at(bytes, v6 % 41)) != u64_at(bytes, b0[11] % 41)) {
barrier workgroup
} else {
a9[p_u32 % 5] = a9[k15 % 6]
}
break
}
}
if workgroup_broadcast(true, 2u32 % 8) {
let v16 = (abs(v8) + workgroup_xor(v8) * workgroup_and((v8 >> v8)))
barrier workgroup
barrier workgroup
}
b1[me] = (v11 % u32(fixed_f64[me & 1]))
if (max(fixed_f64[workgroups.x % 10], fixed_f64[392350930u64 % 10]) >= min(p_f64, fixed_f64[(v6 ^ 33u32) % 10])) {
b11[me] += b11[(me * 5 + 8) % 15] + grid_max(v5)
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, 6)
wait()
o12_45[me, 1] = o12_45[me, u32(-0.1f32) % 3]
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(a9[2]) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14)
