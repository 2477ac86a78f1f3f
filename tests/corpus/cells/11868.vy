// Program 11868 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 11868
program conform_11868
workgroup 1, 1, 1
grid 256, 1, 1
param p_bool: bool = false
param p_u32: u32 = 16
param p_i32: i32 = 5
param p_u64: u64 = 2
param p_i64: i64 = -32
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[5]
in fixed_u32: u32[9]
in fixed_i32: i32[4]
uniform fixed_u64: u64[7]
in fixed_i64: i64[7]
in fixed_f32: f32[9]
in fixed_f64: f64[11]
in b10: i16[3, 2]
out b11: i16[256]
out b12: u32[256, 3] @range(789, 178)
out b13: f32[258, 2] @cache(random)
persistent b14: u32[256]
scratch b15: atomic u64[4]
scratch b16: atomic i64[256]
shared b17: u32[1]
shared b18: i16[1]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_xor(5u32)
var v3 = (i32(63u64) % y1)
v3 -= (bool(fixed_f64[4294967294u32 % 12]) ? grid_and(fixed_i32[me & 7]) : p_i32)
v3 = i32((b0[p_u32 % 257] >= b0[clamp(y1, v3, p_i32) % 257]))
block l4 {
if subgroup % 4 == 0 {
leave l4
}
if (bool(fixed_i64[workgroups.x % 8]) && (fixed_u64[(2064396815u32 / u32_at(bytes, p_u32 % 41)) % 8] > p_u64)) {
leave l4
}
if ((fixed_bool[reverse(v2) % 6] ? v2 : x0) % 5 != 1) {
leave l4
}
}
return u32((fixed_i64[me & 3] * fixed_i64[x0 % 8]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(b12[me, 1], max((fixed_bool[bytes[p_u32 % 41] % 6] ? fixed_i32[SUM % 5] : b10[760020855u32 % 4, max(b0[161], 127u32) % 3]), i32(fixed_i64[(b0[p_u32 % 257] | p_u32) % 8])))
let v6 = grid_iscan_max(i32(i64(atomic_xor(b16[me], 9223372036854775807i64, relaxed, workgroup))))
let v7 = grid_iscan_max(fixed_u64[b0[me + 1] % 8])
let v8 = grid_iscan_max(abs(atomic_compare_exchange(b16[me], (-1i64), 33i64, relaxed)))
atomic_store(b16[me], ((1i64 * v8) / i64(false)))
var a9: u64[4]
a9[2] = clz(v7)
let v10, v11 = f2(a9, u32(b10[me & 1, 1]) % 14)
f3(b1[me..me + 1], v11)
barrier workgroup
async_copy(b18, 1, b10, 487280555u32 % 4, 1)
wait()
block l12 {
barrier grid
if me % 2 != 0 {
leave l12
}
a9[(v11 & v11) % 4] = v10
let v13 = (128u64 + (a9[b1[me] % 5] * a9[v8 % 5]))
if me % 2 != 0 {
leave l12
}
}
b12[me, 1] += v11
b15[u32_at(bytes, 28) % 5] -= ((fixed_bool[me & 3] ? v7 : p_u64) * v10)
a9[v11 % 4] = (u64(true) + workgroup_and(a9[u32(p_u64) % 5]) * workgroup_iscan_min((v10 / a9[(-v7) % 5])))
var a14: f64[2]
a14[b0[me + 2] % 2] = round(trunc(fixed_f64[v11 % 12]))
let v15 = a14[fixed_u32[p_u32 % 10] % 2]
b12[me, 4294967295u32 % 3] = u32(u32(fixed_f32[(v11 * fixed_u32[me & 1]) % 10]))
var w16 = 4
while w16 > 0 && (w16 % 3 == 2 || grid_xor(bool(unbits(0x36a0000000000000u64)))) {
w16 -= 1
b12[me, (b0[me + 1] - v5) % 3] = (b0[u32(v7) % 257] | (fixed_bool[me & 1] ? u32_at(bytes, v8 % 41) : 1012750730u32))
var v17 = (sqrt(b13[me, 1]) + workgroup_load(fixed_f32[(true ? 2147483648u32 : 1772364471u32) % 10]))
v17 += f32(v6)
if (false && (v5 % 2 < 1)) {
a14[v11 % 2] = round((a14[u32(fixed_u32[8]) % 3] * v15))
block l18 {
block l19 {
if fixed_bool[me & 1] {
} else {
}
if (1u32 % 5 != 1) {  }
if fixed_bool[me & 1] {  }
}
if (ceil_div(v11, p_u32) % 2 < 1) {  }
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32) + u32(a9[2]) + u32(v10 >> 32) + u32(v11) + u32(bits(a14[1]) >> 32) + u32(bits(v15))
