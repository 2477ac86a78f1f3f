// Program 45416 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45416
program conform_45416 service
workgroup 7, 1, 1
param p_grid: u32 = 18
grid p_grid + 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 35
param p_i32: i32 = 10
param p_u64: u64 = 16
param p_i64: i64 = -1
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[21]
out b1: u32[21]
in bytes: u8[40] @align(32)
in fixed_bool: bool[8] @cache(streaming)
uniform fixed_u32: u32[5] @align(8)
in fixed_i32: i32[10]
in fixed_u64: u64[3]
in fixed_i64: i64[4]
in fixed_f32: f32[11]
in fixed_f64: f64[11] @align(128)
in b10: i8[1, 2] @cache(streaming)
persistent b11: i8[len(b0)]
out b12: u64[23] @range(87, 40)
scratch b13: bool[23, 2] @live
inout b14: atomic u32[4]
scratch b15: atomic i64[21] @live
mapped b16: i8[len(b0)]
mapped b17: i32[20]
mapped b18: atomic i32[21] @cache(streaming)
shared b19: u32[7]
shared b20: i8[7]
shared b21: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var a2: u32[5]
a2[len(bytes) % 5] *= 2147483647u32
let v3 = a2[x0 % 5]
var w4 = 0
while w4 < 2 && (f64(fixed_bool[me & 1]) > f64(fixed_i32[me & 7])) {
w4 += 1
if bool(p_bool) { continue }
if bool(popcount(i32(lane))) { break }
}
return max((a2[reverse(a2[p_u32 % 6]) % 6] % 32u32), b0[b0[2] % 22])
}
fn f1(x5: u32, y6: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_scan_xor((x5 << (x5 >> x5)))
let v8 = (fixed_bool[140858177u32 % 9] ? grid_max(floor(p_f32)) : max(fixed_f32[me & 7], fixed_f32[me & 1]))
let v9 = (i32(p_f32) + grid_max(mulhi((y6 / y6), (i32(workgroups.y) | y6))) * grid_iscan_add(ctz((y6 >> 5u32))))
return ((~b0[2147483647u32 % 22]) >> (fixed_u64[me & 3] * fixed_u64[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v10 = subgroup_iscan_min(rotl(3i32, fixed_u64[me & 1]))
let v11 = subgroup_iscan_min((p_u64 >> 3i64))
let v12 = subgroup_iscan_min((fixed_bool[me & 3] ? 33i64 : fixed_i64[p_u32 % 5]))
let v13 = subgroup_iscan_max(b19[here])
let v14 = subgroup_iscan_max(mulhi(reverse((-1i32)), i32(workgroup_size.z)))
let v15 = subgroup_iscan_max(v11)
let v16 = subgroup_iscan_max((4294967296i64 / v12))
let v17 = subgroup_iscan_and(fixed_bool[me & 7])
let v18 = subgroup_iscan_and((v17 ? bits(fixed_f32[ceil_div(v13, 64u32) % 12]) : (v17 ? v13 : fixed_u32[me & 7])))
let v19 = subgroup_iscan_and((clamp(v14, i32(workgroup_size.x), fixed_i32[b1[me] % 11]) / v10))
let v20 = subgroup_iscan_and(popcount(v11))
let v21 = atomic_compare_exchange(b15[me], fixed_i64[me & 1], p_i64)
var a22: bool[1]
a22[0] = (b19[here] % 5 >= 1)
let v23, v24 = f2(fixed_bool[b19[here] % 6..v13 % 14], 31u32 % 14)
let v25 = f4((a22[v14 % 2] & a22[(v24 ^ v24) % 2]), a22, f5)
f3(b1[me..me + 1], v24)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 1)
wait()
let v26 = ((fixed_bool[rotl(2147483647u32, u64_at(bytes, p_u32 % 41)) % 9] ? fixed_bool[abs(b0[p_u32 % 22]) % 9] : fixed_bool[0u64 % 9]) ? workgroup_scan_xor(p_u64) : workgroup_scan_min((u64(v17) - (v20 << b12[me]))))
if me < 20 { b11[me] += min(mulhi(v14, 0i32), i32(i64(workgroups.z))) }
a22[b19[here] % 1] = (bool(fixed_f64[i32(-2147483648) % 12]) ? workgroup_and(fixed_bool[v18 % 9]) : (v17 && a22[(~4294967294u32) % 2]))
barrier grid
barrier grid
b1[me] = b1[me] * 3 + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15 >> 32) + u32(v16) + u32(v17) + u32(v18) + u32(v19) + u32(v20) + u32(v21 >> 32) + u32(a22[0]) + u32(v23) + u32(v24) + u32(v25) + u32(v26)
