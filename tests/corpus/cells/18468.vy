// Program 18468 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18468
program conform_18468
workgroup 64, 1, 1
grid 192, 1, 1
param p_bool: bool = true
param p_u32: u32 = 39
param p_i32: i32 = -10
param p_u64: u64 = 26
param p_i64: i64 = -7
param p_f32: f32 = 1.25
param p_f64: f64 = -2.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
uniform fixed_bool: bool[11]
in fixed_u32: u32[9]
in fixed_i32: i32[4] @cache(temporal)
in fixed_u64: u64[9]
in fixed_i64: i64[4]
in fixed_f32: f32[3]
in fixed_f64: f64[6]
in b10: i16[6, 1]
out b11: i16[192]
inout b12: u64[194]
out b13: f32[192]
persistent b14: i32[192] @align(8)
scratch b15: atomic u64[2] @live
scratch b16: atomic u32[192]
shared b17: u32[64]
shared b18: i16[64]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_broadcast((~fixed_i64[workgroup_size.y % 5]), u32(fixed_u64[6]) % 193)
let v1 = grid_broadcast(fixed_f32[grid_size.y % 4], rotl(127u32, fixed_i32[3]) % 193)
let v2 = grid_broadcast(fixed_f64[2u32 % 7], ctz(32u32) % 193)
b16[me] = p_u32
var a3: i32[5]
a3[2] = b10[2u32 % 7, 63u32 % 1]
let v4, v5 = f2(fixed_i32[33u32 % 6..2147483647u32 % 14], u32(p_bool) % 14)
f3(b1[me..me + 1], p_u32)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 62)
barrier grid
wait()
atomic_sub(b15[v5 % 3], fixed_u64[p_i32 % 10], relaxed, workgroup)
a3[v5 % 5] = rotr((fixed_bool[p_i64 % 12] ? clamp(v4, v4, 1963618240i32) : mulhi(b11[me], fixed_i32[p_u32 % 5])), clamp(u32(3u32), (fixed_bool[me + 2] ? v5 : atomic_xor(b16[me], v5, release, device)), mulhi(b17[here], TABLE[u32(v5) % 10])))
var v6 = mulhi((v0 >> v0), v0)
v6 = clamp((-p_i64), reverse(v6), (v0 >> fixed_u64[fixed_i32[p_u32 % 5] % 10]))
var w7 = 2
while w7 > 0 && (w7 % 3 == 2 || grid_all(p_bool)) {
w7 -= 1
let v8 = grid_broadcast(v4, u32_at(bytes, p_u32 % 41) % 193)
if me <= 193 { b1[me] += (fixed_bool[v5 % 12] ? p_u32 : (-fixed_u32[v5 % 10])) }
let v9 = grid_scan_and(fixed_u64[me + 2])
var v10 = i32(min(b10[min(b0[p_u32 % 193], 4294967295u32) % 7, 2147483648u32 % 1], fixed_i32[456109438u64 % 5]))
if (abs(v2) < sqrt(fixed_f64[1973626299u32 % 7])) {
barrier grid
continue
}
v6 = (-(fixed_bool[fixed_i64[1] % 12] ? v6 : v6))
if (clz(p_i32) <= i32(fixed_u32[4294967295u32 % 10])) {
barrier grid
continue
}
barrier grid
}
for k11 in (u64_at(bytes, p_u32 % 41) & fixed_u64[p_u32 % 10]) % 3..u64(fixed_f64[i32(-2147483648) % 7]) % 6 step popcount(9223372036854775808u64) % 4 {
var v12 = (((fixed_bool[me + 2] | fixed_bool[ctz(2147483647u32) % 12]) || bool(fixed_bool[v5 % 12])) & bool((fixed_bool[v5 % 12] ? v2 : v2)))
if (f64(2i32) == ceil(fixed_f64[(true ? grid_size.x : b0[p_u32 % 193]) % 7])) { break }
}
let v13 = grid_xor((p_bool ? v4 : (b10[u32(u64_at(bytes, p_u32 % 41)) % 7, 0] << fixed_u64[(false ? grid_size.y : v5) % 10])))
var w14 = 0
loop {
w14 += 1
if w14 > 1 { break }
if (u32(p_f64) % 4 >= 2) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(a3[2]) + u32(v4) + u32(v5) + u32(v6) + u32(v13)
