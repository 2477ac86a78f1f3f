// Program 72901 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 72901
program conform_72901 service
workgroup 32, 1, 1
grid 115, 1, 1
param p_bool: bool = true
param p_u32: u32 = 13
param p_i32: i32 = -17
param p_u64: u64 = 30
param p_i64: i64 = -26
param p_f32: f32 = 0.25
param p_f64: f64 = -4.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[128]
out b1: u32[128]
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[9] @cache(streaming)
uniform fixed_i32: i32[3]
in fixed_u64: u64[5]
in fixed_i64: i64[7]
in fixed_f32: f32[8]
in fixed_f64: f64[3]
in b10: u8[1]
inout b11: u8[128]
out b12: i8[130, 2]
out b13: f32[128, 1]
inout b14: bool[130, 2] @align(8)
out b15: f16[129, 2]
scratch b16: atomic i32[1] @live @cache(streaming)
scratch b17: atomic u64[len(b0)] @live
mapped b18: f64[127]
mapped b19: bf16[128] @align(2)
mapped b20: atomic i64[128] @align(64) @cache(streaming)
shared b21: u32[32]
shared b22: u8[32]
shared b23: atomic u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 0 { return q[len(q) - 1], len(q) }
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_xor(rotr(u32(128i64), fixed_u64[workgroups.z % 6]))
var a3: f32[2]
a3[b0[me + 0] % 2] -= a3[lid.x % 3]
let v4 = a3[(v2 | x0) % 2]
barrier grid
let v5 = grid_min(fixed_u64[me & 3])
return p_u32
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v6 = grid_scan_add((b12[me, 1] + b12[me, 1]))
let v7 = grid_scan_add((atomic_xor(b17[me], 63u64) ^ u64(clock() <= clock())))
let v8 = grid_scan_add(fixed_i64[4294967295u32 % 8])
let v9 = atomic_xor(b17[me], v7, acq_rel, system)
var a10: u64[3]
a10[1] = u64(fixed_f64[128u32 % 4])
let v11, v12 = f2(fixed_u64[2147483647u32 % 6..u32(2147483648u32) % 14], max(4294967295u32, 5u32) % 14)
let v13 = f4(u64(b18[me]), a10, (max))
let v14 = f6(clz(v9), a10)
let v15 = f6(rotr(u64(grid_size.x), v8), a10)
f3(b1[me..me + 2], ((a10[b10[me & 7] % 4] >= atomic_compare_exchange(b17[me], v7, fixed_u64[p_u32 % 6], relaxed, system)) ? u32(unbits(0x4ea2eebau32)) : (3u32 + v12)))
barrier workgroup
async_copy(b22, 0, bytes, 128u32 % 41, u32(2147483648u32) % 33)
barrier grid
wait()
atomic_add(b16[(fixed_bool[me & 1] ? p_u32 : v12) % 2], (~(i32(workgroups.z) % v6)), relaxed)
if workgroup_any(bool(v6)) {
let v16 = false
barrier workgroup
barrier workgroup
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v6) + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(a10[1] >> 32) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(v14 >> 32) + u32(v15)
