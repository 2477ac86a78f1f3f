// Program 23265 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 23265
program conform_23265
workgroup 7, 1, 1
grid 126, 1, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -5
param p_u64: u64 = 37
param p_i64: i64 = -6
param p_f32: f32 = 3.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[126]
out b1: u32[126]
in bytes: u8[40]
uniform fixed_bool: bool[8]
in fixed_u32: u32[6]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[6]
in fixed_i64: i64[4]
uniform fixed_f32: f32[5]
uniform fixed_f64: f64[11]
in b10: i8[9, 1]
persistent b11: bool[126]
persistent o12_384: u64[, 3]
out b13: i16[128]
out b14: u16[127, 3]
out b15: atomic u64[4]
scratch b16: atomic u64[126] @live
shared b17: u32[7]
shared b18: bool[7]
shared b19: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_and((b0[me + 2] ^ x0))
var v3 = (fixed_i64[me & 7] / ctz(p_i64))
v3 = (i64(workgroup_size.y) + grid_scan_xor(1i64) * grid_iscan_max(mulhi((p_i64 * fixed_i64[v2 % 5]), (fixed_bool[me & 7] ? 1718132086i64 : v3))))
let v4 = grid_iscan_and(i64(rotr(y1, b10[me & 7, 0])))
var v5 = ((fixed_i64[1u32 % 5] != fixed_i64[(5u32 / bytes[2]) % 5]) || grid_and((fixed_bool[33u64 % 9] ^ fixed_bool[me & 1])))
v5 = (p_bool || grid_broadcast(v5, 63u32 % 127))
return 4294967294u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1((clz(b14[me, 1]) >> (fixed_i32[me & 7] << o12_384[me, 1])), rotl((i32(workgroup_size.y) ^ p_i32), fixed_u32[2147483648u32 % 7]))
let v7 = grid_iscan_min(workgroups.z)
let v8 = grid_iscan_min(i32(-2147483647))
let v9 = grid_iscan_min((b18[me & 3] ? 5u64 : u64_at(bytes, v6 % 41)))
let v10 = atomic_add(b16[me], v9)
var a11: i64[5]
a11[2] = rotr(i64(lid.z), fixed_i64[me & 7])
let v12, v13 = f2(a11, v7 % 14)
let v14 = f4(i64(p_i64), a11, (max))
f3(b1[me..me + 2], u32(rotr(fixed_u32[p_u32 % 7], v13)))
barrier workgroup
async_copy(b18, 1, fixed_bool, ctz(p_u32) % 9, 127u32 % 8)
wait()
b15[p_u32 % 5] |= u64(max(33u64, p_u64))
let v15 = ((fixed_u32[63u32 % 7] % 5 < 1) ? grid_scan_add(v9) : grid_xor(v9))
a11[rotr(4294967294u32, i64(workgroups.y)) % 5] = workgroup_scan_and(clz(rotr(p_i64, fixed_u64[b19[me & 7] % 7])))
each i in 0..42, j in 0..3 {
let v18 = f64(f32(fixed_f64[b14[11, 1] % 12]))
for k19 in rotl(fixed_u64[reverse(256u32) % 7], fixed_i64[u64_at(bytes, p_u32 % 41) % 5]) % 3..(fixed_u64[64u32 % 7] & fixed_u64[b0[105] % 7]) % 6 step u64(fixed_f32[p_u32 % 6]) % 2 {
b1[i * 3 + j] = (v13 & (fixed_bool[b0[12] % 9] ? v13 : v13))
block l20 {
if fixed_bool[v6 % 9] { leave l20 }
}
if b11[i * 3 + j] { continue }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(a11[2]) + u32(v12 >> 32) + u32(v13) + u32(v14 >> 32) + u32(v15)
