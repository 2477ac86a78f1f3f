// Program 2706 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2706
program conform_2706
workgroup 5, 1, 1
grid 120, 1, 1
param p_bool: bool = false
param p_u32: u32 = 28
param p_i32: i32 = 1
param p_u64: u64 = 13
param p_i64: i64 = -20
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[120]
out b1: u32[120]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[11] @cache(streaming)
uniform fixed_i32: i32[3]
in fixed_u64: u64[4]
in fixed_i64: i64[7]
in fixed_f32: f32[7]
in fixed_f64: f64[9]
in o10_8: u16[]
persistent b11: bool[120]
out b12: u64[121, 3] @range(160, 773)
inout b13: i64[120, 1, 3]
inout b14: i64[120, 3]
out b15: f64[122, 3] @range(17, 99)
inout b16: atomic u64[2]
persistent b17: atomic i64[120] @cache(streaming)
shared b18: u32[5]
shared b19: bool[5]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = clz(i32(p_f32))
b14[me, 1] = (i64(fixed_f32[me & 3]) / fixed_i64[me & 7])
return x0
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_or(p_u32)
let v6 = (i64(fixed_f32[me & 3]) + grid_scan_max(fixed_i64[me & 1]))
b14[me, 1] += reverse((v6 & 3i64))
for k7 in -2..0 {
if fixed_bool[fixed_u64[p_u32 % 5] % 12] {
continue
}
if bool(abs(fixed_f64[p_u32 % 10])) {
break
}
}
return (bool(v6) ? ctz(v5) : max(b0[me + 1], 2u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v8 = workgroup_iscan_xor(fixed_i32[me & 1])
let v9 = workgroup_iscan_xor(p_u64)
let v10 = workgroup_iscan_xor(b13[me, 0, 0])
let v11 = atomic_add(b17[me], p_i64, acq_rel)
var a12: i64[5]
a12[2] = a12[b18[here] % 6]
let v13, v14 = f2(a12, TABLE[1] % 14)
let v15 = f4((b13[me, 3u32 % 1, 1] / i64(lane)), a12, (*))
let v16 = f6(b13[me, 0, 2], a12)
let v17 = f6(max(2i64, 64i64), a12)
f3(b1[me..me + 1], clz((~p_u32)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 0u32 % 6)
wait()
atomic_add(b16[v14 % 3], u64_at(bytes, v14 % 41))
block l18 {
if ((b0[workgroups.x % 121] % 4 < 1) ? bool(fixed_bool[clz(b0[57]) % 12]) : bool(fixed_i32[(false ? p_u32 : 0u32) % 4])) {
var w19 = 4
while w19 > 0 && (w19 % 3 == 2 || ((fixed_bool[31u32 % 12] && fixed_bool[b0[p_u32 % 121] % 12]) ? grid_any(true) : (fixed_bool[1i64 % 12] ^ fixed_bool[127u32 % 12]))) {
w19 -= 1
var v20 = (i64(fixed_f32[u32_at(bytes, 25) % 8]) + grid_load(b17[clz(127u32) % 121]) * grid_min(((~b13[me, clz(p_u32) % 1, 0]) ^ (p_i64 + p_i64))))
v20 += (bool(fixed_f32[31u32 % 8]) ? grid_load(fixed_i64[p_u32 % 8]) : v20)
if (bool(p_bool) ? bool(fixed_u32[clamp(7u32, u32_at(bytes, 30), b0[71]) % 12]) : (fixed_bool[(32u32 | 128u32) % 12] ? p_bool : fixed_bool[b0[3] % 12])) {
continue
}
if (bool(fixed_u64[3u32 % 5]) && fixed_bool[o10_8[1] % 12]) {
break
}
if (bool(fixed_i64[bytes[p_u32 % 41] % 8]) ? bool(unbits(0x6594a08bu32)) : bool(fixed_u64[7u32 % 5])) {
leave l18
}
}
leave l18
}
barrier workgroup
if false {
leave l18
}
if me % 4 == 1 {
leave l18
}
if me % 2 != 1 {
leave l18
}
}
b1[me] += ((fixed_bool[me & 7] || b19[here]) ? o10_8[me & 1] : u32(fixed_f64[me & 7]))
region "r21" {
a12[workgroups.z % 5] = 4294967296i64
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 5)
wait()
}
if me < len(b11) { b11[me] = bool(u64(u32_at(bytes, v14 % 41))) }
let v22 = f1((mulhi(v14, v14) | u32(fixed_f64[v14 % 10])), fixed_i32[33u32 % 4])
block l23 {
b14[me, 1] += workgroup_scan_or(v11)
if ((b0[b0[30] % 121] % 5 >= 2) ^ (fixed_bool[3u32 % 12] || fixed_bool[u32(2147483647u32) % 12])) {
if (!(fixed_bool[me & 1] | b19[here])) {
a12[min(grid_size.x, o10_8[me & 3]) % 5] = (4294967296i64 | (p_i64 - (-1i64)))
if (i32(u64(workgroups.z)) != (v8 / v8)) {
var v24 = ((b19[here] ? b11[me] : b19[here]) ? (b11[me] || true) : (true ? b11[me] : b19[here]))
v24 = (mulhi(v22, v14) < abs(bytes[me & 1]))
b16[popcount(v14) % 3] += v9
} else {
}
} else {
}
leave l23
}
if bool((b0[o10_8[p_u32 % 9] % 121] > o10_8[(fixed_bool[0] ? fixed_u64[2] : u64(workgroup_size.z)) % 9])) {
leave l23
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(v11 >> 32) + u32(a12[2]) + u32(v13 >> 32) + u32(v14) + u32(v15) + u32(v16) + u32(v17 >> 32) + u32(v22)
