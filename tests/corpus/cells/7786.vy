// Program 7786 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 7786
program conform_7786
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = false
param p_u32: u32 = 14
param p_i32: i32 = -16
param p_u64: u64 = 25
param p_i64: i64 = -38
param p_f32: f32 = 0.25
param p_f64: f64 = -1.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7] @binding(7)
out b1: u32[len(b0)] @range(26, 1) @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[8] @binding(28)
in fixed_u32: u32[6] @binding(35)
in fixed_i32: i32[4] @binding(5)
uniform fixed_u64: u64[10] @binding(12)
in fixed_i64: i64[6] @binding(19)
in fixed_f32: f32[10] @binding(26)
in fixed_f64: f64[7] @binding(33)
uniform b10: u16[8, 3] @binding(3)
scratch b11: u16[7] @live @binding(10)
persistent b12: i64[9] @binding(17)
inout o13_18: u64[, 3] @binding(24)
persistent b14: atomic i32[3] @binding(31)
inout o15_7: atomic i32[] @binding(1)
shared b16: u32[7] @binding(8)
shared b17: u16[7] @binding(15)
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i32[], k: u32) -> i32, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_iscan_or(u64(workgroup_size.y))
let v1 = workgroup_iscan_or(max(b12[me], i64(wid.z)))
let v2 = workgroup_iscan_xor(((o15_7[me] * atomic_or(o15_7[me], 128i32, release, workgroup)) < i32(false)))
let v3 = atomic_load(o15_7[me])
var a4: i32[4]
a4[2] = i32(v3)
let v5, v6 = f2(a4, p_u32 % 14)
let v7 = f4(mulhi(v3, fixed_i32[me & 7]), a4, min)
f3(b1[me..me + 1], TABLE[b1[me] % 10])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 6)
wait()
for k8 in -2..0 {
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b16, 0, rotr(256u32, 5i64) % 8)
wait()
a4[b16[me & 3] % 5] = fixed_i32[v6 % 5]
region "r9" {
var v10 = (bool(fixed_f64[146616018i32 % 8]) ? (fixed_f32[500177077u32 % 11] - fixed_f32[7u32 % 11]) : fma(unbits(0x58b6e249u32), fixed_f32[1u32 % 11], p_f32))
}
barrier grid
}
var w11 = 0
loop {
w11 += 1
if w11 > 1 { break }
b11[me] %= v6
var w12 = 4
while w12 > 0 && (w12 % 3 == 2 || grid_or(((len(bytes) & v6) % 5 == 2))) {
w12 -= 1
a4[v6 % 4] = (~reverse(o15_7[me]))
if fixed_bool[abs(p_u32) % 9] {
var v13 = (u32_at(bytes, b0[4] % 41) + grid_and(v6) * grid_min(u32(fixed_u64[me & 7])))
v13 += ((fixed_bool[bytes[19] % 9] == (fixed_f64[u32(unbits(0x800fffffffffffffu64)) % 8] != fixed_f64[b10[2, 1] % 8])) ? clamp((fixed_bool[v13 % 9] ? p_u32 : 744987993u32), (fixed_bool[fixed_i64[5] % 9] ? p_u32 : v13), abs(p_u32)) : bits(fma(fixed_f32[v13 % 11], unbits(0x56dbceaeu32), unbits(0x3f7fffffu32))))
if bool((~p_i64)) {
let v14 = floor((p_bool ? fixed_f32[me & 1] : fixed_f32[me & 7]))
b11[me] += (((v2 ^ v2) ? (b11[me] < v6) : v2) ? ceil_div((v6 + v6), p_u32) : clamp(clz(p_u32), u32(33i64), 32u32))
for k15 in 9223372036854775807i64 - i64(p_u32 % 6)..9223372036854775807i64 {
if (v2 ^ (fixed_bool[me & 1] ^ v2)) { break }
}
}
} else {
}
if bool(u64(fixed_i64[959856905u32 % 7])) {
continue
}
}
if (rotl(b10[(b10[p_u32 % 9, 1] << 32u32) % 9, p_u32 % 3], p_u32) > u32(fixed_f32[rotr(len(b10, 0), u64_at(bytes, 17)) % 11])) {
break
}
if ((b0[4294967294u32 % 8] % 63u32) % 4 != 2) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7)
