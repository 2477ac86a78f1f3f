// Program 34064 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 34064
program conform_34064
workgroup 33, 1, 1
grid 99, 1, 1
param p_bool: bool = true
param p_u32: u32 = 21
param p_i32: i32 = 19
param p_u64: u64 = 37
param p_i64: i64 = -20
param p_f32: f32 = 1.25
param p_f64: f64 = -8.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[99]
out b1: u32[99]
in bytes: u8[40]
uniform fixed_bool: bool[4]
in fixed_u32: u32[7]
uniform fixed_i32: i32[4]
in fixed_u64: u64[8]
uniform fixed_i64: i64[5]
in fixed_f32: f32[3]
in fixed_f64: f64[3]
in b10: i16[3, 1]
out b11: u32[99, 1]
inout b12: bool[100, 1] @cache(random)
scratch b13: atomic i32[2]
persistent b14: atomic u32[99]
shared b15: u32[33]
shared b16: i32[33]
shared b17: atomic i32[1] @axis(0)
const SUM = len(b0) * 3 + len(bytes)
fn f0(x0: u32, y1: i32) -> u32 {
var a2: u64[5]
a2[(fixed_u32[p_u32 % 8] - b0[19]) % 5] += u64(f32(u64_at(bytes, x0 % 41)))
let v3 = a2[(31u32 & TABLE[0]) % 5]
a2[(x0 - x0) % 5] += fixed_u64[b0[p_u32 % 100] % 9]
a2[b0[69] % 5] += clz((fixed_u64[x0 % 9] << fixed_i64[(p_u32 >> p_i64) % 6]))
return x0
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_shuffle(fixed_u64[u32(p_bool) % 9], rotr(b11[me, 0], b11[me, 0]) % 40)
let v5 = subgroup_shuffle(i64(fixed_f32[4294967294u32 % 4]), b11[me, 0] % 40)
let v6 = subgroup_shuffle(fixed_f32[ctz(p_u32) % 4], bits(fixed_f32[me + 1]) % 40)
let v7 = subgroup_shuffle(abs(f64(v4)), u32(fixed_i64[1]) % 40)
let v8 = subgroup_add((b11[me, 0] / reverse(5u32)))
let v9 = subgroup_add((fixed_i32[v5 % 5] | p_i32))
let v10 = subgroup_add((-v4))
let v11 = subgroup_add(i64(v8))
let v12 = subgroup_add(unbits(33u32))
let v13 = subgroup_add((v7 - unbits(0x36a0000000000000u64)))
let v14 = subgroup_min((p_bool ? v8 : v8))
let v15 = atomic_compare_exchange(b14[me], v14, p_u32, relaxed)
for k16 in -2..1 {
var w17 = 0
while w17 < 2 && ((k16 > k16) & (4294967294u32 % 3 < 1)) {
w17 += 1
if bool(b12[me, 0]) {
} else {
}
if fixed_bool[me + 0] { break }
if bool(unbits(lid.z)) { break }
}
if ((fixed_bool[4294967295u32 % 5] ? true : false) ? false : fixed_bool[166165081u32 % 5]) {
continue
}
if bool((2147483647i32 ^ k16)) {
break
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15)
