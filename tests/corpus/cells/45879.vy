// Program 45879 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 45879
program conform_45879
workgroup 33, 1, 1
grid 26, 1, 1
param p_bool: bool = true
param p_u32: u32 = 19
param p_i32: i32 = 16
param p_u64: u64 = 37
param p_i64: i64 = -15
param p_f32: f32 = 4.25
param p_f64: f64 = -7.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[33]
out b1: u32[33]
in bytes: u8[40] @align(128)
in fixed_bool: bool[3] @align(1)
in fixed_u32: u32[5]
in fixed_i32: i32[4]
in fixed_u64: u64[7] @cache(streaming)
in fixed_i64: i64[3] @cache(streaming)
uniform fixed_f32: f32[8]
in fixed_f64: f64[3] @cache(streaming)
uniform o10_5: u16[, 1]
persistent b11: u16[33]
persistent o12_140: bool[, 2, 2]
out b13: u64[34] @range(150, 45)
scratch b14: f64[33] @live
persistent b15: i32[33, 1]
out b16: atomic i32[2]
inout o17_33: atomic i32[]
shared b18: u32[33]
shared b19: u16[33]
shared b20: atomic i32[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
var v2 = u64(clz(x0))
v2 += rotl(v2, 3i32)
o12_140[me, 7u32 % 2, 1] = (fixed_f64[me & 1] >= (o12_140[me, p_u32 % 2, 1] ? fixed_f64[me & 1] : fixed_f64[(4294967295u32 % 127u32) % 4]))
return u32(v2)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_xor(workgroup_size.z)
let v4 = workgroup_xor(fixed_i32[me & 1])
let v5 = workgroup_xor(fixed_u64[me & 3])
let v6 = atomic_load(o17_33[me])
var a7: u32[2]
a7[1] = TABLE[b18[here] % 10]
let v8, v9 = f2(TABLE, u32(u32_at(bytes, p_u32 % 41)) % 14)
f3(b1[me..me + 1], bits(f32(i64(workgroups.x))))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b19, 0, 11)
wait()
atomic_sub(b16[u32(p_f32) % 3], reverse(i32(fixed_i64[me & 3])), relaxed, system)
let v10 = ((TABLE[min(4294967294u32, v3) % 10] % 3 >= 2) ? workgroup_broadcast((i32(-2147483647) | v6), workgroup_size.y % 34) : workgroup_broadcast(v4, u32(p_u32) % 34))
var w11 = 0
loop {
w11 += 1
if w11 > 4 { break }
b11[me] |= a7[u32(p_i64) % 3]
if bool(max(v8, v3)) { break }
block l12 {
block l13 {
if ((fixed_i32[p_u32 % 5] << p_i64) < i32(fixed_f32[me & 3])) { leave l13 }
if ((o12_140[me, 1, 1] ? o10_5[me & 1, p_u32 % 2] : o10_5[me & 1, u32(2104550754i64) % 1]) % 3 == 2) { break }
}
if ((~fixed_i64[i64(v8) % 4]) < i64(a7[ceil_div(256u32, u32_at(bytes, 15)) % 3])) { leave l12 }
}
if ((v5 <= 18446744073709551615u64) ? bool(p_f32) : fixed_bool[me & 3]) { continue }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(a7[1]) + u32(v8) + u32(v9) + u32(v10)
