// Program 72767 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72767
program conform_72767
workgroup 7, 1, 1
grid 32, 1, 1
param p_bool: bool = true
param p_u32: u32 = 38
param p_i32: i32 = 4
param p_u64: u64 = 11
param p_i64: i64 = -11
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[35]
out b1: u32[35]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[7]
in fixed_i32: i32[11]
uniform fixed_u64: u64[10]
uniform fixed_i64: i64[11]
uniform fixed_f32: f32[4]
in fixed_f64: f64[4]
in b10: u16[6, 2]
persistent b11: f32[35]
inout b12: f32[35]
scratch b13: f32[37, 1]
scratch b14: i16[37, 2] @live
persistent b15: atomic u64[3]
persistent o16_35: atomic i64[] @align(16)
shared b17: u32[7]
shared b18: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[140] @count(found)
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (((fixed_bool[me & 7] ? fixed_bool[me & 3] : fixed_bool[(-x0) % 10]) || bool(fixed_u64[u32_at(bytes, p_u32 % 41) % 11])) ? (i32(fixed_bool[me & 7]) % y1) : y1)
v2 |= clamp(i32(fixed_u64[me & 7]), (v2 / y1), i32(false))
assert me % 7 != 3 && fixed_bool[wid.x % 10], "{}", f64(p_bool)
b11[me] = ((p_f32 + fixed_f32[me & 3]) * min(fixed_f32[x0 % 5], fixed_f32[me & 7]))
v2 += rotr(i32(fixed_f64[me & 1]), popcount(y1))
atomic_add(b15[u32(fixed_f32[me & 3]) % 4], (p_u64 & bits(fixed_f64[me & 3])), release, system)
return clamp((-x0), (u32_at(bytes, x0 % 41) >> y1), (2147483648u32 * x0))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_max((fixed_bool[min(x3, 4294967295u32) % 10] ? b0[me & 7] : workgroups.z))
var v6 = fixed_f32[b10[p_u32 % 7, 1] % 5]
if ((fixed_f64[127u32 % 5] - fixed_f64[p_u32 % 5]) >= (fixed_f64[64u32 % 5] * fixed_f64[len(b10, 0) % 5])) { return (p_bool ? u32_at(bytes, x3 % 41) : x3) }
if grid_any(true) {
barrier grid
if me < 36 { b11[me] = round(f32(fixed_f64[me & 3])) }
barrier grid
}
if fixed_bool[p_u32 % 10] { return v5 }
for k7 in 4294967295u32 - u32(p_u32 % 6)..4294967295u32 {
var a8: i64[4]
a8[TABLE[p_u32 % 10] % 4] = ((bool(v6) ? reverse(a8[x3 % 5]) : i64(v6)) + fixed_i64[me & 1])
let v9 = a8[x3 % 4]
if bool(clamp(y4, y4, y4)) { break }
}
return bits(f32(fixed_f64[283474776u64 % 5]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v10 = grid_xor((bool(u32_at(bytes, u32(1644721504i64) % 41)) ? (b17[here] << atomic_sub(o16_35[me], 63i64, relaxed, device)) : (p_u32 | p_u32)))
var v11 = min(reverse((fixed_u64[b10[2, 1] % 11] * fixed_u64[popcount(v10) % 11])), reverse(rotl(fixed_u64[v10 % 11], fixed_i32[4294967295u32 % 12])))
v11 >>= rotl((fixed_bool[fixed_u32[6] % 10] ? fixed_u64[2147483647i32 % 11] : fixed_u64[p_u32 % 11]), u32(p_i64))
var a12: i64[4]
a12[u32(v10) % 4] += ((fixed_f64[TABLE[3] % 5] != fixed_f64[me & 7]) ? (o16_35[me] ^ p_i64) : (~2i64))
let v13 = a12[(p_bool ? wid.x : p_u32) % 4]
var v14 = bits(fixed_f32[me & 1])
var w15 = 0
while w15 < 3 && fixed_bool[fixed_u32[p_u32 % 8] % 10] {
w15 += 1
var v16 = p_i64
v16 = i64(u64((p_u32 >> p_i32)))
if bool(fixed_bool[me & 3]) { continue }
}
fixpoint k18 in 0..2 {
hits[atomic_add(found[0], 1)] = rotl(u32(fixed_f64[(b17[here] << b14[me, 1]) % 5]), abs(v13))
if (fixed_f32[7i32 % 5] <= (fixed_bool[bits(fixed_f32[p_u32 % 5]) % 10] ? fixed_f32[k18 % 5] : fixed_f32[p_u32 % 5])) {
b1[me] >>= v13
b11[me] += f32(f32(v11))
if (!bool(p_u64)) { again }
}
if fixed_bool[b10[0, 1] % 10] {
{
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, TABLE[8] % 8)
wait()
}
atomic_min(b18[rotl(b0[me + 1], v13) % 3], u32((true & fixed_bool[v14 % 10])), relaxed, system)
barrier workgroup
} else {
for k19 in (fixed_bool[u32_at(bytes, p_u32 % 41) % 10] ? fixed_i64[b0[18] % 12] : fixed_i64[b0[8] % 12]) % 3..i64(u32_at(bytes, 128i32 % 41)) % 6 {
b17[here] = ((k19 < (k19 | v13)) ? ceil_div((b17[here] * v10), u32(v11)) : rotl(u32(fixed_f32[me & 3]), (v13 & atomic_min(o16_35[me], v13, relaxed, system))))
if (mulhi(b1[me], b10[me & 7, b17[here] % 2]) % 3 >= 1) { again }
if fixed_bool[me & 3] { break }
atomic_sub(b15[u32_at(bytes, 19) % 4], (u64(v14) >> v10))
b12[me] += ((fixed_bool[b10[me & 3, 1] % 10] ? p_bool : fixed_bool[me & 3]) ? unbits(b17[here]) : max(p_f32, 0.1f32))
if bool((fixed_bool[lid.x % 10] ? 2105019619u32 : fixed_u32[b10[me & 7, 1] % 8])) { continue }
}
v11 = ((v11 > fixed_u64[k18 % 11]) ? workgroup_add(v11) : workgroup_or(v11))
b17[here] >>= (fixed_bool[me & 1] ? i64(fixed_bool[me & 7]) : (o16_35[me] | atomic_sub(o16_35[me], v13)))
}
if k18 < 1 && bool((v13 | p_i64)) { again }
}
if (ceil(fixed_f32[b0[27] % 5]) <= f32(fixed_f64[v10 % 5])) {
each k20 in b0[b10[2, 1] % 36] % 3..u32(v10) % 7, k21 in 18446744073709551615u64 % 3..u64(unbits(0x10000000000000u64)) % 3, k22 in 2i32 % 3..(fixed_i32[me & 3] >> v11) % 8 {
atomic_add(b15[u32(k22) % 4], k21)
atomic_add(b15[(b0[p_u32 % 36] & b10[2, 1]) % 4], u64((fixed_bool[v10 % 10] ? false : fixed_bool[p_u32 % 10])), relaxed, system)
if (fixed_bool[abs(v14) % 10] && bool(fixed_bool[u32(fixed_i64[4]) % 10])) { continue }
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v10) + u32(v11) + u32(a12[2]) + u32(v13 >> 32) + u32(v14)
