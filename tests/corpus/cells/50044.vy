// Program 50044 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50044
program conform_50044 service
workgroup 16, 3, 1
grid 4, 12, 1
param p_bool: bool = false
param p_u32: u32 = 19
param p_i32: i32 = 11
param p_u64: u64 = 29
param p_i64: i64 = -10
param p_f32: f32 = 2.25
param p_f64: f64 = -5.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40]
uniform fixed_bool: bool[5]
in fixed_u32: u32[5]
in fixed_i32: i32[10] @align(2)
in fixed_u64: u64[10]
in fixed_i64: i64[5]
in fixed_f32: f32[9]
in fixed_f64: f64[3]
in b10: u16[2, 3]
inout b11: f32[192]
out b12: i16[193, 3]
persistent o13_191: i8[]
out b14: u64[193, 2] @range(313, 333)
scratch b15: atomic u64[3]
persistent b16: atomic u64[192]
mapped b17: u32[192] @cache(streaming)
mapped b18: i32[192]
mapped b19: atomic i64[192]
shared b20: u32[48]
shared b21: f32[48]
shared b22: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_add(p_u32)
var v3 = ((true || fixed_bool[p_u32 % 6]) ? grid_broadcast(u64(fixed_f32[y1 % 10]), (b0[117] | 1779765048u32) % 193) : grid_add(p_u64))
for k4 in -2..0 {
if grid_or((fixed_bool[me & 7] & fixed_bool[me & 1])) {
} else {
}
if (u64(fixed_bool[i32(880224791u32) % 6]) < u64(fixed_f64[64u32 % 4])) {
continue
}
}
return (u32(v2) - u32(fixed_bool[me & 7]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(((fixed_bool[me & 7] ? fixed_bool[me & 7] : false) ? u32(b16[me]) : (~fixed_u32[me & 1])), i32((fixed_u64[i32(-2147483647) % 11] * fixed_u64[ctz(p_i64) % 11])))
let v6 = grid_iscan_add((fixed_bool[me & 1] ? fixed_i32[894863864u32 % 11] : fixed_i32[me & 7]))
let v7 = grid_iscan_add(b14[me & 7, 4294967295u32 % 2])
let v8 = grid_iscan_add(b19[me])
let v9 = atomic_min(b16[me], 4294967296u64, acq_rel, workgroup)
var a10: u32[2]
a10[1] = (fixed_bool[me & 3] ? b17[me] : v5)
let v11, v12 = f2(a10, 920259707u32 % 14)
f3(b1[me..me + 1], ctz((fixed_bool[me & 3] ? TABLE[4294967294u32 % 10] : b20[here])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, 12)
wait()
b19[me] = (fixed_bool[b20[here] % 6] ? atomic_load(b19[me], acquire) : max(v8, v8))
let v13 = bool(atomic_load(b19[me], acquire, workgroup))
for k14 in 64u32 % 2..2 + (893445525u32 & b0[(b10[0, 1] | SUM) % 193]) % 3 {
if grid_broadcast((v13 || v13), (TABLE[7] + fixed_u32[2]) % 193) {
b11[me] += clamp(b21[here], round(fixed_f32[me & 1]), (b21[here] / p_f32))
} else {
var w15 = 4
while w15 > 0 && (w15 % 3 == 2 || grid_any(bool(v13))) {
w15 -= 1
a10[(workgroups.y ^ v12) % 2] = u32(rotl(v7, v6))
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b20, 0, 35)
barrier grid
wait()
if v13 {
assert me < 9 || (u32(v8) % 5 != 1), "{}", u64(v11)
a10[(b17[me] % v5) % 2] ^= u32(trunc(p_f64))
let v16 = abs(b10[k14 % 3, 1])
}
a10[b20[here] % 2] += ((a10[min(v12, v11) % 3] >> fixed_u32[me & 7]) % v11)
if false {
block l17 {
if me < 191 { b1[me] += bits(((v7 != 4294967296u64) ? b21[here] : (p_bool ? fixed_f32[(fixed_bool[me & 7] ? b0[me + 0] : 2147483647u32) % 10] : fixed_f32[me & 1]))) }
if (u32(fixed_u64[fixed_i64[p_u32 % 6] % 11]) % 5 != 1) {
leave l17
}
if ((-2.5f64 + fixed_f64[32u32 % 4]) > fixed_f64[p_u32 % 4]) {
leave l17
}
}
break
}
}
}
if fixed_bool[2147483648u32 % 6] {
break
}
if fixed_bool[b0[p_u32 % 193] % 6] {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(a10[1]) + u32(v11) + u32(v12) + u32(v13)
