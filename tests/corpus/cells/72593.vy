// Program 72593 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72593
program conform_72593 service
workgroup 16, 3, 1
grid 48, 6, 1
param p_bool: bool = false
param p_u32: u32 = 17
param p_i32: i32 = -4
param p_u64: u64 = 17
param p_i64: i64 = -1
param p_f32: f32 = 4.25
param p_f64: f64 = -2.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288] @align(16)
out b1: u32[288]
in bytes: u8[40]
uniform fixed_bool: bool[3]
in fixed_u32: u32[7]
in fixed_i32: i32[9]
in fixed_u64: u64[9] @align(4)
in fixed_i64: i64[7] @align(8)
in fixed_f32: f32[9]
in fixed_f64: f64[11]
in b10: u8[7, 3]
inout b11: u8[len(b0)]
persistent o12_289: f32[, 1]
scratch b13: i32[289, 1]
scratch b14: u16[289, 1, 1] @live
persistent b15: f16[290]
persistent b16: atomic i64[4]
scratch b17: atomic u64[len(b0)]
mapped b18: i32[287]
mapped b19: i8[288]
mapped b20: atomic i64[288] @cache(streaming)
shared b21: u32[48]
shared b22: u8[48]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[18432] @count(found)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 2 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f6[T: any](a: T, q: in T[]) -> T {
shared t : T[workgroup_size.x * workgroup_size.y * workgroup_size.z + 1]
let me = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
t[me] = a == q[0] ? q[0] : a
barrier workgroup
let got = t[len(t) - 2 - me]
barrier workgroup
return got
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_min((p_bool ? p_u32 : b21[here]))
let v1 = workgroup_scan_min(2147483647i32)
let v2 = workgroup_scan_min((atomic_or(b17[me], p_u64) >> mulhi(v1, fixed_i32[v0 % 10])))
let v3 = atomic_xor(b17[me], v2, acq_rel)
var a4: u64[3]
a4[1] = ctz(atomic_and(b17[me], a4[0]))
let v5, v6 = f2(fixed_u64, (true ? p_u32 : v0) % 14)
let v7 = f4((clock() % 1), a4, f5)
let v8 = f6(u64(grid_size.y), a4)
let v9 = f6(abs(atomic_xor(b17[me], v7, acq_rel, device)), a4)
f3(b1[me..me + 1], fixed_u32[me & 1])
barrier workgroup
async_copy(b22, 2, bytes, rotl(b0[p_u32 % 289], 1i64) % 41, b10[1, 1] % 49)
wait()
atomic_add(b16[b21[here] % 5], atomic_load(b20[me]), release)
let v10 = ((fixed_i64[b0[98] % 8] != fixed_i64[u32(0.1f32) % 8]) ? grid_add(max(f64(o12_289[me, 0]), trunc(p_f64))) : grid_broadcast(fixed_f64[me & 1], (p_u32 - fixed_u32[1]) % 289))
barrier workgroup
async_copy(b21, 1, b0, bits(fixed_f32[1]) % 289, 5)
wait()
fixpoint k12 in 1..5 {
region "r13" {
each i in 0u32..288 {
hits[atomic_add(found[0], 1)] = ((3.0f32 > b15[i]) ? (fixed_bool[p_u64 % 4] ? k12 : 256u32) : u32(v1))
}
}
if (fixed_u64[(p_bool ? 9223372036854775808u64 : 5u64) % 10] != min(fixed_u64[b0[228] % 10], u64_at(bytes, k12 % 41))) {
hits[atomic_add(found[0], 1)] = u32((unbits(0x1u64) + v10))
hits[atomic_add(found[0], 1)] = clamp(clamp(v6, v6, u32_at(bytes, v6 % 41)), b22[me + 1], u32(b10[u32(0.0f64) % 8, 1]))
b11[me] = v6
}
var v15 = (bool(fixed_i32[TABLE[1] % 10]) ? grid_add((fixed_f32[me & 1] + fixed_f32[me & 7])) : grid_broadcast(fixed_f32[me & 1], k12 % 289))
v15 += (-unbits(0x5f000000u32))
if k12 < 4 && (v1 != i32(p_f32)) { again }
}
fixpoint k17 in 1..5 {
if (fixed_f32[k17 % 10] == (fixed_f32[k17 % 10] - fixed_f32[fixed_i32[p_u32 % 10] % 10])) {
if fixed_bool[u32(b11[me]) % 4] {
} else {
}
}
if k17 < 5 && false { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3 >> 32) + u32(a4[1] >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(bits(v10))
