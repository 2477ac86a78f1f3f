// Program 17907 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17907
program conform_17907
workgroup 1, 1, 9
grid 2, 1, 18
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = -17
param p_u64: u64 = 21
param p_i64: i64 = -12
param p_f32: f32 = 7.25
param p_f64: f64 = -2.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
in fixed_bool: bool[8]
in fixed_u32: u32[4]
in fixed_i32: i32[11]
uniform fixed_u64: u64[5]
in fixed_i64: i64[10] @align(1)
in fixed_f32: f32[4]
uniform fixed_f64: f64[7]
uniform b10: i16[3, 3]
inout o11_72: f32[, 2]
scratch b12: u32[37] @live @align(256)
out b13: i16[38]
scratch b14: u16[37] @live
out b15: atomic i32[3]
scratch b16: atomic u64[36]
shared b17: u32[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
let v2 = grid_or(b0[me & 3])
var v3 = popcount((p_u32 - 1155499269u32))
if (fixed_bool[b0[14] % 9] != (b0[bytes[p_u32 % 41] % 37] % 5 >= 1)) { return popcount(v2) }
v3 = u32((fixed_bool[popcount(63u32) % 9] ? min(u64_at(bytes, p_u32 % 41), u64_at(bytes, b0[5] % 41)) : clz(fixed_u64[v3 % 6])))
return abs((u32_at(bytes, v3 % 41) & fixed_u32[i32(p_f32) % 5]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(b14[me], fixed_i32[(-977649531u32) % 12])
let v5 = grid_scan_xor(ctz(atomic_and(b16[me], p_u64)))
let v6 = grid_scan_xor(fixed_i64[me & 7])
let v7 = grid_iscan_add(bits(f32(v6)))
atomic_store(b16[me], (false ? v5 : reverse(v5)), release, device)
var a8: u32[2]
a8[1] = (b12[me + 1] & bytes[me & 3])
let v9, v10 = f2(TABLE, a8[p_u32 % 3] % 14)
f3(b1[me..me + 2], u32((fixed_bool[me & 3] ? p_i32 : b10[workgroup_size.x % 4, v7 % 3])))
atomic_add(b15[a8[1] % 4], clz((fixed_bool[(b14[me & 1] % a8[p_u32 % 3]) % 9] ? b13[me] : fixed_i32[me & 7])), acquire)
barrier workgroup
a8[3u32 % 2] = TABLE[v9 % 10]
a8[bits(unbits(0x2af90e6au32)) % 2] = (a8[b13[me] % 3] + workgroup_scan_or(ctz(clamp(v9, v9, p_u32))))
barrier workgroup
o11_72[me, 1] += fixed_f32[v10 % 5]
a8[p_u32 % 2] += grid_iscan_or(u32(fixed_bool[me & 3]))
block l11 {
barrier workgroup
async_copy(b17, 1, b12, (-2u32) % 38, 4)
barrier grid
wait()
let v12 = f1(((b14[a8[p_u32 % 3] % 38] % 4 >= 2) ? bits(fixed_f32[me & 3]) : (p_u32 >> b10[v9 % 4, v10 % 3])), i32((fixed_i32[b0[7] % 12] | fixed_i32[bytes[33] % 12])))
if ((fixed_bool[me & 3] ? v9 : v9) % 2 < 2) {
leave l11
}
var v13 = clz(abs(fixed_i32[me & 3]))
v13 = i32(wid.x)
v13 = (bool(min(fixed_f32[me & 3], fixed_f32[me & 3])) ? mulhi(i32(atomic_compare_exchange(b16[me], fixed_u64[me & 3], fixed_u64[4])), i32(v13)) : (ctz(i32(grid_size.y)) - (~v13)))
if bool((-fixed_f32[v7 % 5])) {
leave l11
}
}
if ((p_i32 > fixed_i32[255u32 % 12]) | (fixed_bool[bytes[19] % 9] || fixed_bool[578338132u32 % 9])) {
let v14 = ((fixed_i64[4294967296u64 % 11] | fixed_i64[bits(unbits(0xff800000u32)) % 11]) + workgroup_add(v6))
b15[(v4 % v7) % 4] += max(b10[u32_at(bytes, 9) % 4, fixed_u32[3] % 3], (fixed_bool[me & 7] ? b10[2147483647u32 % 4, 1] : fixed_i32[me & 1]))
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(a8[1]) + u32(v9) + u32(v10)
