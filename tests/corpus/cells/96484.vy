// Program 96484 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 96484
program conform_96484
workgroup 1, 1, 9
grid 1, 1, 18
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = -2
param p_u64: u64 = 3
param p_i64: i64 = -3
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[18]
out b1: u32[18] @range(52, 19)
in bytes: u8[40]
uniform fixed_bool: bool[10]
uniform fixed_u32: u32[6]
uniform fixed_i32: i32[8]
in fixed_u64: u64[8]
in fixed_i64: i64[7]
in fixed_f32: f32[3]
in fixed_f64: f64[6]
uniform o10_2: i8[, 2]
persistent b11: u64[18] @align(256)
scratch b12: u16[19]
scratch b13: f64[20, 2]
scratch b14: u32[18]
persistent b15: i32[20, 2] @cache(streaming)
scratch b16: atomic i32[2] @live
out b17: atomic u64[len(b0)]
shared b18: u32[9]
shared b19: u64[9]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = u32((0.0f32 / fixed_f32[me & 3]))
var v3 = unbits(bits(fixed_f64[me & 3]))
v3 += (bool(fixed_f64[TABLE[p_u32 % 10] % 7]) ? f64(fixed_i64[me & 1]) : v3)
b17[me] = u64(floor(fixed_f32[me & 1]))
return 4294967294u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = workgroup_and(fixed_i64[me & 1])
let v5 = workgroup_or((p_bool ? false : fixed_bool[b18[here] % 11]))
let v6 = workgroup_or(TABLE[b0[p_u32 % 19] % 10])
let v7 = atomic_or(b17[me], 5u64, acquire, device)
var a8: u64[4]
a8[2] = u64_at(bytes, bits(fixed_f32[1]) % 41)
let v9, v10 = f2(fixed_u64, bits(fixed_f32[me & 7]) % 14)
f3(b1[me..me + 1], b12[me])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, v6 % 10)
wait()
if me < 19 { b11[me] += mulhi((v5 ? p_u64 : v7), u64(b12[me])) }
if ((fixed_f64[b0[p_u32 % 19] % 7] / fixed_f64[256u64 % 7]) == trunc(fixed_f64[u32(fixed_u64[3]) % 7])) {
let v11 = f0(1464497552u32, (-o10_2[me & 1, (v10 * v6) % 2]))
} else {
var w12 = 0
while w12 < 5 && ((v5 | v5) | bool(b15[me, 1])) {
w12 += 1
var v13 = (bool(4294967295u64) ^ bool(b15[me, 1]))
v13 = v13
b11[me] |= u64(v7)
if ((-v7) > (v5 ? 128u64 : 128u64)) { continue }
a8[u32(31i32) % 4] += (u64((fixed_f64[me & 3] - unbits(0x7ff0000000000000u64))) / (u64(u32_at(bytes, b14[me] % 41)) - v7))
if ((v5 ? v5 : fixed_bool[v7 % 11]) ? v5 : (v5 ? p_bool : false)) { break }
}
}
block l14 {
var v15 = clamp(33i64, (p_i64 / v4), i64(fixed_f32[me & 1]))
v15 = ((b0[(505877575u32 | 128u32) % 19] % 5 >= 2) ? grid_iscan_min(reverse(clamp(fixed_i64[me & 1], i64(grid_size.x), v4))) : (fixed_i64[v6 % 8] ^ fixed_i64[u32_at(bytes, 33) % 8]))
var v16 = workgroup_broadcast(rotl(v15, b19[v10 % 10]), (b0[9] | bytes[p_u32 % 41]) % 10)
v16 = ctz(i64(fixed_f64[33i32 % 7]))
if bool(o10_2[fixed_i64[p_u32 % 8] % 2, 1]) {
var v17 = bytes[me + 1]
leave l14
}
if ((true || true) ? grid_broadcast((b12[me] != v6), b0[p_u32 % 19] % 19) : (fixed_u64[b0[p_u32 % 19] % 9] == fixed_u64[2147483647i32 % 9])) {
if (clamp(b0[v6 % 19], v6, bytes[v6 % 41]) % 2 >= 2) {
a8[fixed_u32[me & 7] % 4] = (ctz(atomic_or(b17[me], v7, relaxed, workgroup)) ^ u64(b15[me, 1]))
b18[here] = u32(u64(p_u64))
}
leave l14
}
if ((!fixed_bool[32u32 % 11]) ? grid_iscan_xor((v5 && v5)) : grid_all(bool((p_i64 << v7)))) {
leave l14
}
if me % 4 != 1 {
leave l14
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(a8[2] >> 32) + u32(v9 >> 32) + u32(v10)
