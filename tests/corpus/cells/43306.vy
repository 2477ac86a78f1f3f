// Program 43306 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 43306
program conform_43306 service
workgroup 2, 3, 1
grid 6, 6, 1
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = -16
param p_u64: u64 = 31
param p_i64: i64 = -8
param p_f32: f32 = 6.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[6] @cache(streaming)
uniform fixed_i32: i32[6]
in fixed_u64: u64[6]
in fixed_i64: i64[7]
in fixed_f32: f32[5]
in fixed_f64: f64[10]
in b10: u16[4, 1]
out b11: i16[38, 1, 2]
scratch b12: f32[37, 2] @live
inout b13: atomic u64[1]
scratch b14: atomic u64[36] @cache(streaming)
mapped b15: f32[36]
mapped b16: u16[36]
mapped b17: atomic i64[36]
shared b18: u32[6]
shared b19: atomic i64[6]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_add((~grid_size.x))
let v3 = i32((fixed_i64[b0[11] % 8] | fixed_i64[(-5u32) % 8]))
each k4 in fixed_u64[843270571u32 % 7] % 3..(fixed_u64[2147483647u32 % 7] * fixed_u64[4294967294u32 % 7]) % 5, k5 in fixed_u32[bits(-2.5f32) % 7] % 3..(b0[me + 2] << i32(lid.y)) % 6, k6 in i64(workgroup_size.y) % 3..16 {
b12[me, 1] = (fixed_bool[b10[p_u32 % 5, 0] % 11] ? fixed_f32[i64(wid.x) % 6] : (b12[me, 1] * p_f32))
}
return b10[me & 7, 0]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = grid_scan_add(fixed_u64[31u32 % 7])
let v8 = grid_scan_add(i64(p_u32))
let v9 = grid_scan_min((2147483648u32 >> b17[me]))
atomic_store(b14[me], ceil_div(u64(fixed_f32[me & 7]), (fixed_bool[me & 1] ? v7 : v7)))
var a10: i64[3]
a10[1] = mulhi(v8, b17[me])
let v11, v12 = f2(fixed_i64, rotl(4294967295u32, p_i64) % 14)
f3(b1[me..me + 2], (~(workgroups.z - v9)))
let v13 = grid_scan_add(fixed_i32[me & 3])
let v14 = 32i64
{
if me <= 36 { b12[me, 1] = fma(f32(p_i32), unbits(p_u32), min(b12[me, 32u32 % 3], p_f32)) }
var v15 = ceil_div(((p_u32 != v9) ? (fixed_bool[me & 7] ? v9 : v9) : (fixed_bool[me & 1] ? workgroups.y : v9)), (u32(u64(wid.y)) & rotr(p_u32, v9)))
v15 = reverse(mulhi(v12, b10[me & 1, 0]))
let v16 = grid_max((fixed_f64[b10[me & 1, 0] % 11] + -0.1f64))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, u32(true) % 7)
barrier grid
wait()
}
for k17 in i32(v13) % 3..i32(fixed_f32[(v12 & v9) % 6]) % 6 step (v13 << v14) % 2 {
b13[v9 % 2] += rotl(fixed_u64[v9 % 7], (-i32(workgroup_size.z)))
if bool(unbits(0x43e0000000000000u64)) { break }
a10[v9 % 3] = i64(trunc(fixed_f32[me & 7]))
}
let v18 = ((false & fixed_bool[4294967294u32 % 11]) ? workgroup_iscan_add(fixed_i64[me & 7]) : workgroup_iscan_or(atomic_load(b17[me], acquire, device)))
if workgroup_broadcast(bool(v9), (2147483648u32 | 1u32) % 7) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v7 >> 32) + u32(v8 >> 32) + u32(v9) + u32(a10[1] >> 32) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v18 >> 32)
