// Program 33260 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33260
program conform_33260
workgroup 64, 1, 1
grid 219, 1, 1
param p_bool: bool = true
param p_u32: u32 = 10
param p_i32: i32 = 7
param p_u64: u64 = 30
param p_i64: i64 = -35
param p_f32: f32 = 0.25
param p_f64: f64 = -7.125
const WIDTH = 64
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[256]
out b1: u32[256]
in bytes: u8[40]
in fixed_bool: bool[9]
in fixed_u32: u32[5]
in fixed_i32: i32[7]
uniform fixed_u64: u64[8]
in fixed_i64: i64[8]
uniform fixed_f32: f32[4]
in fixed_f64: f64[9]
in b10: u8[6, 1]
scratch b11: u8[256]
out b12: u16[258] @range(386, 124)
out b13: i32[257, 2]
scratch b14: f32[257, 1, 2] @live
out b15: atomic u32[4]
inout o16_256: atomic u64[]
shared b17: u32[64]
shared b18: u8[64]
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_or(u32(clz(fixed_i64[me & 7])))
let v3 = (fixed_bool[b0[p_u32 % 257] % 10] ? grid_scan_min(i64(x0)) : grid_iscan_add(fixed_i64[me & 3]))
if workgroup_xor(fixed_bool[me & 3]) {
let v4 = (fixed_bool[p_u32 % 10] ? unbits(b10[256u32 % 7, (-p_u32) % 1]) : fma(p_f32, fixed_f32[(p_u32 << p_i32) % 5], fixed_f32[y1 % 5]))
} else {
}
return b0[me + 1]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = f1(b11[me], i32(bool(fixed_f32[(SUM * bytes[9]) % 5])))
let v6 = workgroup_iscan_and(fixed_i64[me & 3])
let v7 = workgroup_iscan_or(fixed_bool[me & 3])
let v8 = workgroup_iscan_or((workgroup_size.z - u32_at(bytes, 2147483648u32 % 41)))
let v9 = atomic_exchange(o16_256[me], 255u64)
var a10: u64[4]
a10[2] = u64(1.0f32)
let v11, v12 = f2(fixed_u64[v5 % 6..v5 % 14], v8 % 14)
let v13 = f4(abs(a10[ctz(v9) % 5]), a10, min)
let v14 = f6((v9 << 1709936523u64), a10)
let v15 = f6((v11 / v9), a10)
f3(b1[me..me + 1], b12[me])
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 29)
wait()
a10[u32(p_u32) % 4] = min(v9, (v7 ? v9 : a10[v12 % 5]))
for k16 in -2..0 {
if fixed_bool[fixed_i32[p_u32 % 8] % 10] {
continue
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(a10[2]) + u32(v11 >> 32) + u32(v12) + u32(v13) + u32(v14) + u32(v15 >> 32)
