// Program 99883 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 99883
program conform_99883
workgroup 1, 1, 1
grid 1, 1, 1
param p_bool: bool = true
param p_u32: u32 = 33
param p_i32: i32 = -3
param p_u64: u64 = 35
param p_i64: i64 = -9
param p_f32: f32 = 4.25
param p_f64: f64 = -5.125
const WIDTH = 1
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[1] @align(32)
out b1: u32[1]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[10]
in fixed_i32: i32[8]
uniform fixed_u64: u64[4]
in fixed_i64: i64[5]
in fixed_f32: f32[8] @cache(streaming)
in fixed_f64: f64[5]
uniform b10: i8[4, 3]
out b11: i8[2] @axis(0)
scratch b12: u16[1, 1] @live
scratch b13: i64[1]
scratch b14: u8[1, 1]
inout b15: atomic u64[3]
scratch b16: atomic i32[1]
shared b17: u32[1]
shared b18: u64[1]
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var v2 = ((x0 >> fixed_u64[(x0 / x0) % 5]) > (x0 + b0[rotl(x0, 33i64) % 2]))
v2 = (true | false)
let v3 = u32(clamp(fixed_f64[x0 % 6], fixed_f64[(v2 ? p_u32 : x0) % 6], fixed_f64[b0[p_u32 % 2] % 6]))
return (v2 ? (p_u32 & v3) : u32(y1))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = grid_and(max(fixed_i64[me + 1], fixed_i64[reverse(2147483647u32) % 6]))
let v5 = grid_or((!(fixed_bool[b14[me, 0] % 12] ? false : fixed_bool[me + 2])))
let v6 = grid_or(b12[me, 0])
let v7 = atomic_or(b16[me], 1i32, relaxed, workgroup)
atomic_add(b15[TABLE[3] % 4], u64((fixed_f64[me + 0] < fixed_f64[(b12[me, 0] / v6) % 6])), acq_rel)
each i in 0i64..1 {
}
var a9: f64[4]
a9[v6 % 5] = unbits(ctz((u64_at(bytes, u32_at(bytes, 25) % 41) << gid.x)))
let v10 = a9[p_u32 % 4]
for k11 in u32_at(bytes, (~u64_at(bytes, 19)) % 41) % 3..ctz(v6) % 6 {
a9[k11 % 4] = fma((v5 ? fixed_f64[3u64 % 6] : fixed_f64[rotr(b17[here], v4) % 6]), v10, (p_bool ? v10 : -0.1f64))
if bool(f64(v5)) { break }
b1[me] = (-(v6 & gid.y))
let v12 = 64i32
if (min(p_f32, fixed_f32[me + 2]) == (p_f32 + fixed_f32[me + 2])) { break }
}
var v13 = fixed_i64[b0[0] % 6]
v13 = i64(clamp(fixed_f32[len(bytes) % 9], (v5 ? p_f32 : fixed_f32[256u32 % 9]), p_f32))
atomic_add(b15[v6 % 4], (popcount(b18[here]) + clz(b18[here])), relaxed)
var w14 = 0
while w14 < 2 && ((p_u32 ^ b14[me, 0]) % 3 < 2) {
w14 += 1
atomic_add(b15[subgroup % 4], (v5 ? u64(b0[clamp(v6, v6, 64u32) % 2]) : (b18[here] >> fixed_i64[b17[here] % 6])))
if ((-0.0f64 - v10) > max(v10, v10)) { break }
a9[rotl(u32_at(bytes, 14), 7u32) % 5] = ((fixed_bool[rotr(v6, fixed_u64[p_u32 % 5]) % 12] || v5) ? unbits(0x7aa3611b8e0acc16u64) : max(a9[clamp(970634727u64, 5u64, 275628846u64) % 5], unbits(0x31b73613f4163f89u64)))
var v15 = round(a9[b0[0] % 5])
v15 = trunc(unbits(u64_at(bytes, v6 % 41)))
}
v13 = (((v5 ? false : v5) ^ fixed_bool[p_i32 % 12]) ? clz(fixed_i64[fixed_u32[8] % 6]) : ((908833495i64 + fixed_i64[p_u32 % 6]) << (fixed_u64[v6 % 5] % p_u64)))
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(a9[2]) + u32(v10) + u32(v13)
