// Program 15717 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 15717
program conform_15717
workgroup 4, 4, 3
grid 5, 4, 6
param p_bool: bool = false
param p_u32: u32 = 26
param p_i32: i32 = -15
param p_u64: u64 = 19
param p_i64: i64 = -10
param p_f32: f32 = 5.25
param p_f64: f64 = -6.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
in fixed_bool: bool[6]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[9]
in fixed_u64: u64[11]
in fixed_i64: i64[3]
in fixed_f32: f32[4]
in fixed_f64: f64[10]
uniform o10_15: u16[, 3]
scratch b11: u16[192]
inout o12_192: u16[]
persistent b13: u8[192, 3, 2]
scratch b14: bool[193] @live
persistent b15: u32[192]
inout b16: atomic i64[1]
out b17: atomic u64[192]
shared b18: u32[48]
shared b19: u16[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[12288] @count(found)
scratch q_t: u32[192]
scratch q_dead: u32[192]
scratch q_unused: u64[192, 3]
out q_y: u32[192]
out q_z: i64[192]
out q_n: atomic u32[1]
out q_rows: u32[192] @count(q_n)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = u64(popcount(p_u64))
if me < 192 { o12_192[me] = abs((x0 / o10_15[me & 7, 1])) }
return (len(b0) + (bytes[me & 1] >> 431280183u32))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..192 {
q_t[q_i] = b0[q_i] * 54 + q_i
}
barrier grid
barrier grid
each q_k in 0..192 {
q_y[q_k] = q_t[q_k ^ 1] + b0[q_k] * 1
if (q_k * 2654435761 >> 13) % 4 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 2)
let q_some = subgroup_any(wid.x < 2)
each q_l in 0..192 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..192 {
var q_c = q_m % 38
while q_c < 18 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v3 = grid_iscan_or(fixed_u64[me & 1])
let v4 = grid_iscan_or(reverse(fixed_i64[(p_u32 % 63u32) % 4]))
let v5 = grid_iscan_xor((b14[me] ? (fixed_bool[fixed_u32[9] % 7] & fixed_bool[fixed_u32[me & 1] % 7]) : (b14[me] ? false : fixed_bool[me & 3])))
let v6 = atomic_load(b17[me], relaxed, system)
var a7: i32[2]
a7[1] = fixed_i32[me & 1]
let v8, v9 = f2(a7, (453406669u32 / len(b1)) % 14)
f3(b1[me..me + 1], ((v9 - v9) << 5u32))
barrier workgroup
async_copy(b19, 0, o10_15, 5u32 % 6, (false ? len(o10_15, 0) : p_u32) % 49)
barrier grid
wait()
let v10 = (bool(fixed_f32[64u32 % 5]) ? workgroup_iscan_or(i32(-2147483648)) : workgroup_add(i32(wid.z)))
let v11 = grid_scan_or(bool(ctz(v8)))
let v12 = grid_broadcast(unbits(0x10000000000000u64), (33u32 / u32_at(bytes, p_u32 % 41)) % 193)
let v13 = grid_xor(fixed_i32[me & 3])
o12_192[me] += ceil_div((v11 ? v9 : v9), (v9 >> a7[v9 % 3]))
b19[here] += (u32(p_bool) | v9)
b19[here] += v9
b15[me] = u32(v5)
let v14 = (clamp(v12, v12, v12) + grid_load(fixed_f64[b0[146] % 11]))
region "r15" {
block l16 {
if fixed_bool[p_u32 % 7] {
for k17 in -2..0 {
let v18 = f0(((v11 | v11) ? (v11 ? v9 : v9) : popcount(2147483648u32)), (-i32(v9)))
if p_u32 % 2 == 1 {
leave l16
}
if ((b0[255u32 % 193] % 3 >= 1) && fixed_bool[(-255u32) % 7]) {
break
}
hits[atomic_add(found[0], 1)] = wid.z
if bool(rotr(p_i32, fixed_u64[p_u64 % 12])) {
continue
}
if fixed_bool[clamp(26835667u32, o10_15[p_u32 % 6, 1], bytes[13]) % 7] {
continue
}
}
leave l16
}
if fixed_bool[(v13 / i32(-2147483647)) % 7] {
leave l16
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(a7[1]) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(v12)) + u32(v13) + u32(bits(v14) >> 32)
