// Program 59963 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 59963
program conform_59963 service
workgroup 7, 1, 1
param p_grid: u32 = 8
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 6
param p_i32: i32 = -12
param p_u64: u64 = 10
param p_i64: i64 = -10
param p_f32: f32 = 7.25
param p_f64: f64 = -0.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[14]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[5]
uniform fixed_i32: i32[11]
in fixed_u64: u64[9] @cache(streaming)
uniform fixed_i64: i64[10]
in fixed_f32: f32[11]
in fixed_f64: f64[11]
uniform o10_16: u16[, 2]
scratch b11: f32[14] @live
persistent o12_16: bool[]
persistent b13: bf16[16]
persistent b14: i64[15, 3]
inout o15_15: i32[, 1] @cache(streaming)
scratch b16: atomic i64[4]
inout b17: atomic i64[14]
mapped b18: f32[13]
mapped b19: u8[14]
mapped b20: atomic u64[14]
shared b21: u32[7]
shared b22: f32[7]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = clamp(fixed_i32[me & 7], y1, i32(workgroups.y))
v2 = mulhi(ctz(v2), (i32(i32(subgroup)) % i32(wid.y)))
assert me < 9 || (TABLE[(x0 % x0) % 10] % 4 == 2), "{}", unbits(0x19d82ce70d06f2acu64)
b20[me] = (fixed_bool[me & 3] ? atomic_load(b20[me]) : abs(atomic_load(b20[me], acquire, workgroup)))
return (fixed_bool[me & 3] ? (x0 % u32_at(bytes, (7u32 - p_u32) % 41)) : bits(p_f32))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_scan_min(workgroup_size.x)
let v6 = i32((p_f32 / fixed_f32[255i64 % 12]))
if ((!fixed_bool[y4 % 6]) | (fixed_bool[1u32 % 6] || fixed_bool[b0[3] % 6])) { return max(v5, o10_16[v5 % 9, x3 % 2]) }
return (ceil_div(lid.z, p_u32) % (v5 << fixed_i32[x3 % 12]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = f1(popcount(clz(b0[me & 3])), i32((fixed_f32[128u64 % 12] - fixed_f32[p_u32 % 12])))
let v8 = workgroup_scan_or(256u32)
let v9 = workgroup_scan_or(p_i32)
let v10 = workgroup_scan_or(u64(fixed_i64[me & 1]))
let v11 = atomic_and(b17[me], fixed_i64[me & 7], acq_rel, device)
var a12: u32[1]
a12[0] = (p_u32 >> v7)
let v13, v14 = f2(TABLE, v7 % 14)
let v15 = f4(u32_at(bytes, a12[p_u32 % 2] % 41), a12, (*))
let v16 = f6(b19[me + 0], a12)
let v17 = f6(bits(fixed_f32[p_u32 % 12]), a12)
barrier workgroup
async_copy(b22, 0, fixed_f32, p_u32 % 12, 5)
wait()
pause()
atomic_store(b17[me], fixed_i64[me & 7], relaxed, device)
var v18 = i32(fixed_f64[(32u64 << i32(-2147483647)) % 12])
v18 = (-(v18 & reverse(v18)))
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18)
