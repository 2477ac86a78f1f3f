// Program 46961 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46961
program conform_46961
workgroup 5, 1, 1
grid 15, 1, 1
param p_bool: bool = true
param p_u32: u32 = 16
param p_i32: i32 = -9
param p_u64: u64 = 17
param p_i64: i64 = -13
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 5
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[15]
out b1: u32[15]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[5]
in fixed_i32: i32[8]
in fixed_u64: u64[9]
in fixed_i64: i64[4] @align(16)
in fixed_f32: f32[7]
uniform fixed_f64: f64[3]
in b10: i8[2, 1]
inout b11: bool[15] @align(8)
scratch b12: u64[len(b0), 3]
scratch b13: atomic u64[1] @live
out b14: atomic i64[15]
shared b15: u32[5]
shared b16: i16[5]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[960] @count(found)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = grid_iscan_xor((b11[me] ? (fixed_f32[me & 3] == fixed_f32[33u32 % 8]) : true))
let v1 = grid_iscan_xor(u32_at(bytes, abs(33u64) % 41))
let v2 = grid_iscan_xor((fixed_bool[b16[here] % 12] ? (-1i32) : b16[here]))
let v3 = atomic_and(b14[me], 0i64)
var a4: f32[3]
a4[1] = abs(fixed_f32[me & 3])
let v5, v6 = f2(fixed_f32[v1 % 6..(v0 ? subgroup : bytes[me & 1]) % 14], v1 % 14)
let v7 = f4(v5, a4, f5)
f3(b1[me..me + 1], (mulhi(v6, v1) / u32(fixed_f64[me & 7])))
let v8 = (bool(fixed_bool[ctz(p_u32) % 12]) ? workgroup_scan_and(p_u32) : workgroup_iscan_max(clz((~p_u32))))
block l9 {
if ((fixed_bool[31u32 % 12] ^ fixed_bool[b0[8] % 12]) ? grid_or(v0) : bool(fixed_u64[536908540u64 % 10])) {
leave l9
}
var v10 = (u32(b15[here]) > p_u32)
if (fixed_bool[32u32 % 12] && fixed_bool[4294967295u32 % 12]) {
leave l9
}
}
let v11 = grid_iscan_min(i64(fixed_bool[v6 % 12]))
let v12 = ((fixed_bool[rotr(64u32, 1u64) % 12] ^ fixed_bool[u32(0.1f32) % 12]) ? workgroup_min(fixed_f64[me & 1]) : workgroup_max((-1.5f64 / f64(v0))))
let v13 = (fixed_bool[1040906363u32 % 12] ? unbits(0x207b4596u32) : trunc(p_f32))
b12[me, 1] = b12[(me * 5 + 4) % 15, 1] + grid_max(b12[p_u32 % 16, 1])
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b15, 0, 2)
barrier grid
wait()
var v14 = ((fixed_bool[p_u32 % 12] ? fixed_f64[128u32 % 4] : p_f64) + workgroup_broadcast((p_f64 - v12), u32(fixed_u64[5]) % 6) * workgroup_add(fixed_f64[fixed_i32[p_u32 % 9] % 4]))
for k15 in -2..0 {
let n16 = fixpoint k17 in 1..1 {
if p_bool {
b15[here] = k17
var w18 = 0
while w18 < 3 && true {
w18 += 1
a4[b15[here] % 3] = v5
if (b15[here] % 3 < 1) { continue }
}
}
if k17 < 5 && v0 { again }
}
if (p_bool && (fixed_bool[u64(fixed_u64[p_u32 % 10]) % 12] || fixed_bool[(p_bool ? 32u32 : 1u32) % 12])) {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(bits(a4[1])) + u32(bits(v5)) + u32(v6) + u32(bits(v7)) + u32(v8) + u32(v11 >> 32) + u32(bits(v12)) + u32(bits(v13)) + u32(bits(v14))
