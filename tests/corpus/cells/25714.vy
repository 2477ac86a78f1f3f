// Program 25714 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 25714
program conform_25714
workgroup 2, 3, 1
grid 1, 3, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = -4
param p_u64: u64 = 31
param p_i64: i64 = -39
param p_f32: f32 = 1.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[6]
out b1: u32[6]
in bytes: u8[40]
in fixed_bool: bool[7]
in fixed_u32: u32[10]
in fixed_i32: i32[10]
in fixed_u64: u64[3]
uniform fixed_i64: i64[11]
in fixed_f32: f32[9]
in fixed_f64: f64[5] @cache(streaming)
in b10: i8[1, 3]
out b11: i8[len(b0)]
out b12: i16[6, 1]
inout b13: bf16[5] @align(4)
out b14: atomic i64[1]
out b15: atomic u32[len(b0)] @range(4, 7)
shared b16: u32[6]
shared b17: i8[6]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[384] @count(found)
fn f2(q: in u64[], k: u32) -> u64, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = ((fixed_bool[me & 1] ^ false) ? (-p_f64) : (fixed_f64[me & 7] - fixed_f64[min(y1, p_i32) % 6]))
v2 = v2
if me <= len(b0) { b12[me, x0 % 1] = ((fixed_i32[me & 7] - fixed_i32[me & 7]) / i32(fixed_f32[x0 % 10])) }
return u32(fixed_i64[me & 7])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = workgroup_load(b17[b10[p_u32 % 2, 1] % 7])
let v4 = workgroup_load(fixed_u64[(p_u32 | 5u32) % 4])
let v5 = workgroup_load(fixed_i64[(true ? bytes[13] : 1067300583u32) % 12])
let v6 = atomic_exchange(b15[me], 278573881u32, release, system)
var a7: u64[5]
a7[2] = mulhi(v4, fixed_u64[me & 1])
let v8, v9 = f2(fixed_u64, ceil_div(4294967294u32, v6) % 14)
let v10 = f4(clz(a7[fixed_i64[me & 1] % 6]), a7, f5)
let v11 = f6((-5u64), a7)
let v12 = f6((~0u64), a7)
f3(b1[me..me + 2], min((atomic_max(b15[me], v6, acq_rel, system) - v6), clamp(v6, p_u32, bytes[u32(fixed_i32[5]) % 41])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 3)
wait()
b1[me] |= ((!fixed_bool[(b0[p_u32 % 7] << 2147483648u32) % 8]) ? grid_scan_add((fixed_bool[me & 1] ? u32(fixed_bool[127u32 % 8]) : (p_u32 & v6))) : grid_scan_max(rotr(atomic_max(b15[me], u32_at(bytes, p_u32 % 41)), v3)))
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(a7[2]) + u32(v8) + u32(v9) + u32(v10) + u32(v11 >> 32) + u32(v12 >> 32)
