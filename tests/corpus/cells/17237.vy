// Program 17237 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17237
program conform_17237
workgroup 32, 1, 1
grid 128, 1, 1
param p_bool: bool = true
param p_u32: u32 = 4
param p_i32: i32 = 17
param p_u64: u64 = 36
param p_i64: i64 = -2
param p_f32: f32 = 1.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[8]
in fixed_i32: i32[4] @align(128)
in fixed_u64: u64[11]
in fixed_i64: i64[8]
uniform fixed_f32: f32[4]
uniform fixed_f64: f64[8]
uniform b10: i16[1, 1]
out b11: bool[128]
scratch b12: u32[129] @live
scratch b13: f64[129, 3]
inout b14: i32[128, 3]
inout b15: atomic i64[1]
inout b16: atomic i64[len(b0)]
shared b17: u32[32]
shared b18: bool[32]
shared b19: atomic u64[1]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[8192] @count(found)
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
q[0] += v
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_add(b13[me, clz(TABLE[1]) % 3])
let v1 = workgroup_min(u32((b18[here] ? 0.0f64 : unbits(0xd3b0c416b7a89456u64))))
let v2 = workgroup_min(i32(unbits(0x1d4d3201u32)))
let v3 = atomic_add(b16[me], 5i64, release, device)
var a4: u64[5]
a4[2] = u64(127i32)
let v5, v6 = f2(fixed_u64, v1 % 14)
let v7 = f4(u64(fixed_f32[me & 3]), a4, (+))
let v8 = f6((a4[v6 % 6] / v7), a4)
let v9 = f6((fixed_u64[me & 3] + u64_at(bytes, 64u32 % 41)), a4)
f3(b1[me..me + 1], u32((true ? b18[here] : b18[here])))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, p_u32 % 33)
wait()
let v10 = ((fixed_f64[TABLE[p_u32 % 10] % 9] != fixed_f64[31u32 % 9]) ? grid_scan_and(255u32) : grid_broadcast(v6, b0[p_u32 % 129] % 129))
let v11 = (popcount(a4[u32_at(bytes, p_u32 % 41) % 6]) + workgroup_iscan_and((b11[me] ? u64_at(bytes, u32_at(bytes, p_u32 % 41) % 41) : v5)) * workgroup_add(v5))
let v12 = (fixed_f64[1u64 % 9] + grid_max(ceil(v0)))
b1[me] >>= clz((bool(v6) ? p_u64 : 818612763u64))
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v0) >> 32) + u32(v1) + u32(v2) + u32(v3 >> 32) + u32(a4[2] >> 32) + u32(v5 >> 32) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(bits(v12) >> 32)
