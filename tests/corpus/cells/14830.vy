// Program 14830 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 14830
program conform_14830 service
workgroup 16, 3, 1
param p_grid: u32 = 31
grid p_grid + 1, 6, 1
param p_bool: bool = true
param p_u32: u32 = 26
param p_i32: i32 = 9
param p_u64: u64 = 9
param p_i64: i64 = -15
param p_f32: f32 = 7.25
param p_f64: f64 = -5.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192] @range(211, 440)
in bytes: u8[40]
uniform fixed_bool: bool[3]
in fixed_u32: u32[9]
uniform fixed_i32: i32[11]
in fixed_u64: u64[7]
in fixed_i64: i64[7]
in fixed_f32: f32[8]
uniform fixed_f64: f64[3]
uniform b10: i16[9, 2]
scratch b11: i32[192]
persistent o12_193: u64[, 1]
scratch b13: i16[192, 3] @live
out b14: i8[193, 2]
scratch b15: i16[193, 3] @live
inout b16: atomic u64[4]
inout b17: atomic u64[192] @cache(streaming)
mapped b18: f32[191]
mapped b19: u16[191] @align(128)
mapped b20: atomic u32[192]
shared b21: u32[48]
shared b22: i32[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[12288] @count(found)
fn f2(q: in i64[], k: u32) -> i64, u32 {
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
var v2 = fixed_u64[me & 1]
v2 = u64(rotl(7i32, x0))
if (x0 % 5 >= 1) {
}
return ceil_div((p_bool ? x0 : atomic_load(b20[me])), max(x0, x0))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_max(u32(u32(fixed_u64[me & 3])))
var v6 = ((256u64 <= p_u64) ? u32(fixed_i64[u32(unbits(0xcf000000u32)) % 8]) : reverse(grid_size.y))
v6 = SUM
pause()
hits[atomic_add(found[0], 1)] = b20[me]
return rotr(v5, reverse(fixed_u64[v6 % 8]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = f1(clamp((b0[me + 1] ^ b19[me]), b19[me], u32_at(bytes, p_u32 % 41)), (mulhi(fixed_i32[p_u32 % 12], fixed_i32[2147483648u32 % 12]) & clz(b10[(256u32 >> i32(-2147483647)) % 10, reverse(p_u32) % 2])))
let v8 = grid_load(b0[(7u32 / 4294967295u32) % 193])
let v9 = grid_load(b22[v8 % 49])
let v10 = grid_load(fixed_u64[ceil_div(0u32, v8) % 8])
let v11 = atomic_and(b17[me], v10, release, device)
var a12: i64[5]
a12[2] = (fixed_i64[me & 3] << v10)
let v13, v14 = f2(fixed_i64, b19[me] % 14)
let v15 = f4(fixed_i64[me & 1], a12, (max))
barrier workgroup
async_copy(b22, 1, fixed_i32, u32(3.0f64) % 12, (false ? v8 : u32_at(bytes, 3)) % 49)
wait()
fence()
b20[me] = b19[me]
{
}
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(a12[2]) + u32(v13) + u32(v14) + u32(v15)
