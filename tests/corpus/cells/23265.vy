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
in b10: f16[9, 1]
persistent b11: f16[126]
persistent o12_384: i64[, 3]
out b13: bf16[128]
out b14: f16[127, 3]
out b15: atomic u64[4]
scratch b16: atomic u64[126] @live
shared b17: u32[7]
shared b18: f16[7]
shared b19: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
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
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_and((b0[me + 2] ^ x0))
var v3 = (fixed_i64[me & 7] / ctz(p_i64))
v3 = (i64(workgroup_size.y) + grid_scan_xor(1i64) * grid_iscan_max(mulhi((p_i64 * fixed_i64[v2 % 5]), (fixed_bool[me & 7] ? 1718132086i64 : v3))))
let v4 = grid_iscan_and(i64(rotr(y1, fixed_i32[me & 7])))
var v5 = ((fixed_i64[1u32 % 5] != fixed_i64[(5u32 / bytes[2]) % 5]) || grid_and((fixed_bool[33u64 % 9] ^ fixed_bool[me & 1])))
v5 = (p_bool || grid_broadcast(v5, 63u32 % 127))
return 4294967294u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = f1((clz(b17[here]) >> ctz(fixed_i32[me & 1])), (rotl(7i32, b0[(i64(workgroups.x) >> 2147483647u32) % 127]) | (fixed_bool[p_u32 % 9] ? i32(-2147483647) : 3i32)))
let v7 = grid_iscan_min((p_u32 >> fixed_i32[me & 1]))
let v8 = grid_iscan_min((fixed_i32[me & 3] << fixed_i64[b17[here] % 5]))
let v9 = grid_iscan_min(((v7 <= v6) ? b15[me & 7] : u64(fixed_i64[me & 7])))
var a10: i64[3]
a10[1] = rotr(31i64, u32_at(bytes, 2147483648u32 % 41))
let v11, v12 = f2(fixed_i64, (b17[here] ^ grid_size.y) % 14)
let v13 = f4(clamp(0i64, o12_384[me, (true ? v12 : p_u32) % 3], v11), a10, (max))
let v14 = f6(rotr(a10[b17[here] % 4], v12), a10)
let v15 = f6(i64(workgroup_size.x), a10)
f3(b1[me..me + 2], reverse(u32(fixed_f64[me & 1])))
barrier workgroup
async_copy(b18, 2, b10, u32_at(bytes, 39) % 10, ceil_div(1u32, b0[21]) % 8)
wait()
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 4294967294u32 % 8)
barrier grid
wait()
let v16 = rotl(u64(grid_size.x), p_i64)
b13[me] += b13[(me * 5 + 6) % 128] + grid_max(fixed_f32[me & 7])
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(a10[1]) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14 >> 32) + u32(v15 >> 32) + u32(v16)
