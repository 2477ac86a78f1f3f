// Program 4571 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 4571
program conform_4571
workgroup 100, 1, 1
grid 400, 1, 1
param p_bool: bool = false
param p_u32: u32 = 12
param p_i32: i32 = -10
param p_u64: u64 = 21
param p_i64: i64 = -29
param p_f32: f32 = 8.25
param p_f64: f64 = -1.125
const WIDTH = 100
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[400]
out b1: u32[400]
in bytes: u8[40]
in fixed_bool: bool[8]
uniform fixed_u32: u32[10]
in fixed_i32: i32[9]
in fixed_u64: u64[10]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[7]
uniform fixed_f64: f64[7]
uniform b10: u8[1, 1]
inout b11: f32[400]
out b12: i8[400, 2]
out b13: bool[402, 2]
inout b14: atomic u64[4]
persistent b15: atomic i64[400]
shared b16: u32[100]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = bool((b12[me, 1] * y1))
b12[me, fixed_u32[4] % 2] = ((fixed_bool[me & 7] ? b12[me, 1] : i32(lane)) % i32(p_u64))
if me < len(b12) { b12[me, 1] = ctz(y1) }
block l3 {
if (u32(fixed_u64[me & 7]) % 4 >= 2) {  }
b12[me, 1] = rotl(y1, i32(fixed_u64[me & 3]))
if ((v2 ? x0 : b10[me & 7, 0]) % 2 >= 1) { return 4294967294u32 }
}
return 32u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v4 = subgroup_max(atomic_exchange(b15[me], p_i64, relaxed, system))
v4 += workgroup_and(v4)
var v5 = grid_add(u64(b13[me, 1]))
let v6 = workgroup_iscan_xor(b10[v4 % 2, 31u32 % 1])
barrier workgroup
async_copy(b16, 1, fixed_u32, (1779928270u32 - 2147483647u32) % 11, 79)
wait()
let v7 = workgroup_min((bool(p_f32) ? min(fixed_f32[b10[me & 3, 0] % 8], p_f32) : f32(v4)))
let v8 = (clz(v4) + grid_scan_add(b15[me]))
if me <= 400 { b11[me] = f32(f32(fixed_i32[me & 7])) }
let n9 = fixpoint k10 in 2..3 {
if b13[me, p_u32 % 2] {
let v11 = max((b13[me, 1] ? p_i32 : i32(wid.x)), b12[me, 1])
}
if ((fixed_bool[i64(grid_size.z) % 9] || fixed_bool[(~k10) % 9]) ? (fixed_u64[2i64 % 11] >= 4294967296u64) : bool(p_u64)) {
block l12 {
b11[me] += (bool(v6) ? f32(2147483648u32) : v7)
if b13[me, u32(u64_at(bytes, p_u32 % 41)) % 2] {  }
again
}
var w13 = 0
loop {
w13 += 1
if w13 > 2 { break }
let v14 = workgroup_scan_min(b16[here])
if me < len(b11) { b11[me] += 3.0f32 }
b16[here] = popcount(rotr(b10[2147483648u32 % 2, v6 % 1], p_u32))
if (bits(fixed_f32[k10 % 8]) % 3 < 2) {
break
}
v4 += (v4 + subgroup_broadcast(rotr(v8, (~k10)), u32(i32(subgroup)) % 33))
if ((fixed_bool[(1270343501u64 * 255u64) % 9] ? fixed_i32[clz(u32_at(bytes, p_u32 % 41)) % 10] : fixed_i32[p_i64 % 10]) > (fixed_i32[k10 % 10] - fixed_i32[bytes[p_u32 % 41] % 10])) {
if (bool(434265817u32) && bool(unbits(0x6085b04ca860a281u64))) {
}
break
}
}
}
if k10 < 3 && (bool(fixed_u32[me & 1]) || bool(3u64)) { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5 >> 32) + u32(v6) + u32(bits(v7)) + u32(v8) + u32(n9)
