// Program 17504 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17504
program conform_17504
workgroup 32, 1, 1
grid 96, 1, 1
param p_bool: bool = false
param p_u32: u32 = 18
param p_i32: i32 = -20
param p_u64: u64 = 38
param p_i64: i64 = -11
param p_f32: f32 = 3.25
param p_f64: f64 = -3.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[96]
out b1: u32[96]
in bytes: u8[40]
uniform fixed_bool: bool[9]
uniform fixed_u32: u32[3]
uniform fixed_i32: i32[4] @align(16)
in fixed_u64: u64[6]
in fixed_i64: i64[4] @align(64)
uniform fixed_f32: f32[4] @cache(streaming)
in fixed_f64: f64[7]
in b10: bf16[4, 2]
inout b11: bf16[96]
inout b12: u64[97]
inout b13: f16[96]
out b14: bool[96, 3]
out b15: atomic i32[2]
persistent o16_96: atomic u64[]
shared b17: u32[32]
shared b18: bf16[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 1 { return q[len(q) - 1], len(q) }
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = fixed_bool[984117319u32 % 10]
v2 = bool((fixed_bool[p_u32 % 10] ? b10[me & 3, 1] : fixed_f32[me & 3]))
b12[me] += (reverse(fixed_u64[me & 7]) ^ u64_at(bytes, x0 % 41))
return (reverse(x0) / x0)
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = subgroup_broadcast(b12[me], 255u32 % 33)
let v4 = subgroup_broadcast(fixed_i64[me & 3], b0[43] % 33)
let v5 = subgroup_broadcast(b13[me], clz(2147483647u32) % 33)
let v6 = subgroup_broadcast(fixed_f64[me & 3], 2057050533u32 % 33)
let v7 = subgroup_load(fixed_bool[2u32 % 10])
let v8 = subgroup_load(b0[(293454403u32 % 63u32) % 97])
let v9 = subgroup_load(fixed_i32[(v8 % v8) % 5])
let v10 = subgroup_load(fixed_u64[i32(p_f32) % 7])
let v11 = subgroup_load(fixed_i64[v8 % 5])
let v12 = subgroup_load(fixed_f32[(v10 ^ u64(workgroup_size.x)) % 5])
let v13 = subgroup_load(fixed_f64[(-b0[61]) % 8])
let v14 = atomic_or(o16_96[me], v3, release, device)
var a15: i64[4]
a15[2] = i64(fixed_i64[me & 1])
let v16, v17 = f2(fixed_i64[p_u32 % 6..v8 % 14], b17[here] % 14)
let v18 = f4(ctz(p_i64), a15, f5)
let v19 = f6(clamp(v11, v4, v11), a15)
let v20 = f6((v11 * v11), a15)
f3(b1[me..me + 2], v8)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 29)
wait()
atomic_add(b15[TABLE[2] % 3], (fixed_i32[rotl(len(b0), fixed_u64[me & 7]) % 5] / (v9 & p_i32)), acq_rel, device)
for k21 in p_u32 % 2..2 + subgroup * 1 + wid.x + (ceil_div(v8, v8) + grid_and(popcount(p_u32))) % 3 step 2 {
atomic_add(b15[(v8 % v17) % 3], clamp(rotr(p_i32, a15[p_u64 % 5]), i32(wid.y), i32(v9)))
b1[me] = k21
}
block l22 {
if (fixed_bool[u32(63i64) % 10] && grid_broadcast(bool(p_i64), u32(31i64) % 97)) {
leave l22
}
barrier grid
if ((128i32 != fixed_i32[4294967294u32 % 5]) ? grid_or(false) : bool(b0[(-1i64) % 97])) {
if fixed_bool[b0[p_u32 % 97] % 10] {
leave l22
}
if subgroup % 4 == 0 {
leave l22
}
b18[here] = unbits((v8 + b0[u32_at(bytes, p_u32 % 41) % 97]))
}
b12[me] = u64(popcount(fixed_u64[b17[here] % 7]))
if me % 2 != 1 {
leave l22
}
if me % 4 != 1 {
leave l22
}
}
barrier grid
b11[me] += sqrt(f32(v13))
barrier grid
b1[me] = b1[me] * 3 + u32(v3 >> 32) + u32(v4 >> 32) + u32(bits(v5)) + u32(bits(v6) >> 32) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(bits(v12)) + u32(bits(v13)) + u32(v14 >> 32) + u32(a15[2]) + u32(v16) + u32(v17) + u32(v18 >> 32) + u32(v19) + u32(v20)
