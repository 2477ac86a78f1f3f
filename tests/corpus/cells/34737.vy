// Program 34737 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 34737
program conform_34737
workgroup 31, 1, 1
grid 124, 1, 1
param p_bool: bool = true
param p_u32: u32 = 31
param p_i32: i32 = 18
param p_u64: u64 = 11
param p_i64: i64 = -13
param p_f32: f32 = 4.25
param p_f64: f64 = -8.125
const WIDTH = 31
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[124]
out b1: u32[len(b0)]
in bytes: u8[40]
uniform fixed_bool: bool[3]
in fixed_u32: u32[6]
uniform fixed_i32: i32[10]
in fixed_u64: u64[4]
in fixed_i64: i64[9]
in fixed_f32: f32[5]
in fixed_f64: f64[4]
in b10: i8[5, 2]
out b11: f64[124, 3, 1]
out b12: u8[125, 2]
out b13: f32[126] @range(399, 65)
scratch b14: u32[126, 1, 3] @live
persistent b15: atomic i32[4]
inout o16_124: atomic u32[]
shared b17: u32[31]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[7936] @count(found)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
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
let v0 = grid_iscan_or((fixed_bool[3i64 % 4] ? (u32_at(bytes, 256u32 % 41) & b12[me, (true ? b12[me, 1] : 2147483648u32) % 2]) : ctz(b12[me, rotr(p_u32, u64_at(bytes, p_u32 % 41)) % 2])))
let v1 = grid_iscan_or(((fixed_bool[b14[me, 0, 2] % 4] || fixed_bool[len(b10, 1) % 4]) ? (fixed_i32[me & 3] * fixed_i32[me & 7]) : (p_bool ? 0i32 : i32(lane))))
let v2 = grid_iscan_or(p_u64)
atomic_store(o16_124[me], max(v0, ctz(b12[me, u32(true) % 2])), release, workgroup)
var a3: u64[4]
a3[2] = (-v2)
let v4, v5 = f2(fixed_u64, u32(128u64) % 14)
let v6 = f4((-u64_at(bytes, v5 % 41)), a3, (*))
f3(b1[me..me + 2], (rotr(v5, atomic_and(o16_124[me], v5, release, workgroup)) * u32(p_u64)))
atomic_sub(b15[u32(p_f64) % 5], (~b10[v0 % 6, 1]))
block l7 {
if (bool(i64(workgroups.y)) ? (-0.1f32 >= fixed_f32[p_u32 % 6]) : (fixed_bool[(2147483647u32 - 2147483648u32) % 4] ? fixed_bool[b0[18] % 4] : fixed_bool[TABLE[2] % 4])) { return }
if (ctz(fixed_i64[128u32 % 10]) == fixed_i64[(bytes[18] << 850264965i32) % 10]) {
leave l7
}
b1[me] = u32((fixed_bool[me & 7] ^ fixed_bool[v0 % 4]))
let v8 = grid_xor(v6)
}
var w9 = 2
while w9 > 0 {
w9 -= 1
hits[atomic_add(found[0], 1)] = (fixed_bool[me & 3] ? (v5 % b12[me, 1]) : (~p_u32))
a3[(false ? v5 : v5) % 5] ^= abs(min(v2, 1u64))
let n10 = fixpoint k11 in 1..3 {
var v12 = ((fixed_f64[b0[p_u32 % 125] % 5] < fixed_f64[k11 % 5]) ? workgroup_scan_and(v2) : workgroup_and((v4 >> 64i64)))
if k11 < 5 && (f32(5u32) <= fixed_f32[u32(5i64) % 6]) { again }
}
if (b0[256u32 % 125] % 5 != 2) {
var v14 = grid_broadcast(ceil(unbits(0xbca9c03c1f57c2e2u64)), 63u32 % 125)
continue
}
}
a3[lid.z % 4] += grid_scan_and(u64((fixed_f64[me & 7] * b11[me, (b12[me, 1] >> fixed_u64[me & 3]) % 3, 0])))
for k15 in 2147483648u32 % 2..2 + ((fixed_bool[2147483647u32 % 4] || fixed_bool[rotr(b0[117], i32(workgroups.x)) % 4]) ? workgroup_or(ceil_div(p_u32, workgroups.y)) : u32(fixed_f64[31u32 % 5])) % 3 {
for k16 in u32(2147483647i32) % 2..2 + wid.x * 2 + ((fixed_bool[p_u32 % 4] ? fixed_bool[k15 % 4] : fixed_bool[ctz(k15) % 4]) ? workgroup_xor(u32(b11[me, (b14[me, 0, 0] / 2147483648u32) % 3, 0])) : workgroup_min(v5)) % 3 {
let v17 = (fixed_i64[k15 % 10] + (fixed_i64[k15 % 10] * fixed_i64[k15 % 10]))
if (min(k15, b0[k15 % 125]) >= rotl(k15, fixed_u64[(b0[p_u32 % 125] >> 256i64) % 5])) {
break
}
if ((fixed_bool[b10[p_u32 % 6, 1] % 4] | fixed_bool[b0[62] % 4]) ? (false & fixed_bool[(true ? wid.x : k16) % 4]) : fixed_bool[64i32 % 4]) {
continue
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(a3[2] >> 32) + u32(v4 >> 32) + u32(v5) + u32(v6)
