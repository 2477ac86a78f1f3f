// Program 22670 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 22670
program conform_22670
workgroup 7, 1, 1
grid 7, 1, 1
param p_bool: bool = false
param p_u32: u32 = 2
param p_i32: i32 = -3
param p_u64: u64 = 2
param p_i64: i64 = -39
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[7]
out b1: u32[7]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[8]
in fixed_i32: i32[5]
in fixed_u64: u64[8] @align(1)
uniform fixed_i64: i64[5]
in fixed_f32: f32[6]
uniform fixed_f64: f64[8]
in b10: i8[1, 1]
scratch b11: f64[7] @live
out b12: f64[6, 1]
inout o13_9: bf16[, 1] @cache(streaming)
scratch b14: atomic i64[1]
persistent b15: atomic u32[7]
shared b16: u32[7]
shared b17: f64[7]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in i64[], k: u32) -> i64, u32 {
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
let v0 = workgroup_xor(i32(subgroup))
let v1 = workgroup_xor(p_u64)
let v2 = workgroup_xor((fixed_i64[me & 3] | fixed_i64[me & 3]))
b15[me] = mulhi((atomic_add(b15[me], 2147483647u32, acquire, device) ^ SUM), (workgroups.y & atomic_add(b15[me], 5u32, relaxed)))
var a3: i64[1]
a3[0] = (p_i64 | v2)
let v4, v5 = f2(a3, 255u32 % 14)
let v6 = f4(rotl(2i64, v5), a3, (max))
let v7 = f6(i64(v0), a3)
let v8 = f6((~1881218797i64), a3)
f3(b1[me..me + 1], (fixed_bool[i64(p_bool) % 8] ? clamp(v5, v5, v5) : u32(b17[here])))
barrier workgroup
async_copy(b17, 0, fixed_f64, SUM % 9, 4)
wait()
b14[v5 % 2] -= min(3i64, rotl(256i64, v1))
{
barrier grid
a3[workgroup_size.z % 1] += (clz(fixed_i64[me & 3]) + grid_add(p_i64) * grid_iscan_and(i64(v1)))
barrier grid
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1 >> 32) + u32(v2 >> 32) + u32(a3[0]) + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8 >> 32)
