// Program 12970 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 12970
program conform_12970
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 14
param p_i32: i32 = -17
param p_u64: u64 = 21
param p_i64: i64 = -36
param p_f32: f32 = 0.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[3]
uniform fixed_u32: u32[8]
uniform fixed_i32: i32[10]
in fixed_u64: u64[4]
uniform fixed_i64: i64[9]
in fixed_f32: f32[8]
uniform fixed_f64: f64[9]
uniform b10: i8[7, 1]
out b11: i8[128] @align(128)
persistent b12: i8[130]
persistent b13: i64[128, 2]
out b14: u64[130] @range(91, 611)
persistent b15: f64[127]
out b16: atomic u32[1]
persistent o17_128: atomic i64[]
shared b18: u32[32]
shared b19: i8[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in f64[], k: u32) -> f64, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
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
let v0 = grid_iscan_or(i32(grid_size.y))
let v1 = grid_iscan_or(p_u64)
let v2 = grid_iscan_or(i64((false || fixed_bool[me & 3])))
let v3 = atomic_sub(o17_128[me], v2)
var a4: f64[5]
a4[2] = (fixed_f64[me & 1] * fixed_f64[me & 3])
let v5, v6 = f2(fixed_f64, 128u32 % 14)
let v7 = f4(f64(b10[me & 3, 0]), a4, (max))
let v8 = f6(f64(-1.0f32), a4)
let v9 = f6(sqrt(v7), a4)
f3(b1[me..me + 2], b18[here])
barrier workgroup
async_copy(b19, 1, b10, u32(128u32) % 8, 3)
barrier grid
wait()
b16[b18[here] % 2] += u32(u64_at(bytes, 5u32 % 41))
b11[me] += b10[me & 7, v6 % 1]
barrier workgroup
async_copy(b1, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 33u32 % 33)
wait()
b11[me] = (p_i32 / popcount(p_i32))
var w10 = 0
loop {
w10 += 1
if w10 > 4 { break }
b11[me] += (-(i32(workgroup_size.x) << fixed_i32[me & 7]))
b16[v6 % 2] += u32(min(v6, TABLE[p_u32 % 10]))
if (v2 != i64(fixed_bool[p_u32 % 4])) { break }
print "{} {}", fixed_bool[me & 7], ctz(v1)
b11[me] = v0
if (u32(p_f64) % 4 < 2) { break }
}
block l11 {
for k12 in p_u32 % 2..2 + ((fixed_bool[2147483648u32 % 4] & fixed_bool[popcount(3u32) % 4]) ? grid_load(b0[u64(unbits(0x4688069693fba61bu64)) % 129]) : grid_or(clz(p_u32))) % 3 {
a4[fixed_u32[p_u32 % 9] % 6] = floor((v7 + v5))
b13[me, v6 % 2] += (i64(a4[b0[p_u32 % 129] % 6]) ^ (v2 << b1[me]))
for k13 in (true ? TABLE[p_u32 % 10] : k12) % 2..1 + wid.x * 3 + k12 % 3 step 2 {
if fixed_bool[u32(fixed_bool[p_u32 % 4]) % 4] {
continue
}
if fixed_bool[bytes[p_u32 % 41] % 4] {
break
}
}
if (f64(true) != min(fixed_f64[clz(k12) % 10], p_f64)) {
leave l11
}
}
if ((!fixed_bool[bits(unbits(0xe480ca90u32)) % 4]) || grid_any((false && fixed_bool[4294967295u32 % 4]))) {
leave l11
}
if subgroup % 2 == 1 {
leave l11
}
if (u32_at(bytes, 767866421i32 % 41) >= u32(fixed_bool[p_u32 % 4])) {
leave l11
}
if me % 3 == 1 {
leave l11
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(bits(a4[2])) + u32(bits(v5) >> 32) + u32(v6) + u32(bits(v7)) + u32(bits(v8) >> 32) + u32(bits(v9))
