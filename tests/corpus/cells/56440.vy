// Program 56440 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 56440
program conform_56440
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 15
param p_i32: i32 = 11
param p_u64: u64 = 28
param p_i64: i64 = -23
param p_f32: f32 = 3.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40] @align(256)
in fixed_bool: bool[4] @cache(streaming)
uniform fixed_u32: u32[11]
in fixed_i32: i32[11]
in fixed_u64: u64[9]
in fixed_i64: i64[10] @axis(0)
uniform fixed_f32: f32[10] @cache(temporal)
in fixed_f64: f64[3]
in b10: i16[2, 2]
scratch b11: i16[128] @live
inout b12: i16[130, 3, 1]
scratch b13: f32[129, 2]
inout b14: u64[129, 2]
scratch b15: atomic i32[4] @live
scratch b16: atomic u64[128]
shared b17: u32[32]
shared b18: i16[32]
const SUM = len(b0) * 3 + len(bytes)
scratch turn: atomic u32[4]
out relayed: u32[4]
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_max(p_f32)
let v1 = subgroup_max(fixed_f64[me & 7])
let v2 = subgroup_and(p_bool)
let v3 = subgroup_and(786192489u32)
let v4 = subgroup_and(fixed_i32[ceil_div(p_u64, 64u64) % 12])
let v5 = subgroup_and(b14[me, rotr(4294967295u32, 33u64) % 2])
let v6 = subgroup_and(i64(b18[here]))
let v7 = subgroup_or((v2 & v2))
let v8 = subgroup_or((v3 + v3))
let v9 = subgroup_or(256i32)
let v10 = subgroup_or(u64((v2 || v2)))
atomic_store(b16[me], max(v10, u64(p_u64)))
let place = (wid.z * workgroups.y + wid.y) * workgroups.x + wid.x
if here == 0 {
var taken: u32 = (rotl(lid.y, b18[here]) | b17[here])
if place > 0 {
loop {
if atomic_load(turn[place - 1], acquire, device) != 0 { break }
}
taken = taken * 3 + relayed[place - 1]
}
relayed[place] = taken
atomic_store(turn[place], 1, release)
}
var a11: f64[1]
a11[0] = (a11[682816543u32 % 2] * v1)
let v12, v13 = f2(fixed_f64[v3 % 6..rotr(v8, fixed_i64[me & 1]) % 14], v3 % 14)
f3(b1[me..me + 1], u32((unbits(0x5f000000u32) < v0)))
barrier workgroup
async_copy(b18, 0, b10, p_u32 % 3, 1320379580u32 % 33)
barrier grid
wait()
var w14 = 3
while w14 > 0 {
w14 -= 1
let n15 = fixpoint k16 in 1..4 {
var w17 = 2
while w17 > 0 && (w17 % 3 == 2 || (bool(k16) && grid_and(v2))) {
w17 -= 1
b11[me] = (fixed_i32[me & 1] + grid_scan_xor(b11[me]))
if fixed_bool[k16 % 5] {
break
}
if (fixed_bool[k16 % 5] || (fixed_u64[abs(k16) % 10] >= fixed_u64[k16 % 10])) {
continue
}
}
if k16 < 4 && (p_bool | (fixed_bool[b17[here] % 5] | v2)) { again }
}
if (fixed_bool[clz(127u32) % 5] ^ bool(true)) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0)) + u32(bits(v1)) + u32(v2) + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6 >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10 >> 32) + u32(bits(a11[0]) >> 32) + u32(bits(v12) >> 32) + u32(v13)
