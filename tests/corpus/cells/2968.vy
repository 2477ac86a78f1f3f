// Program 2968 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 2968
program conform_2968
workgroup 4, 4, 3
grid 8, 12, 3
param p_bool: bool = true
param p_u32: u32 = 24
param p_i32: i32 = 7
param p_u64: u64 = 12
param p_i64: i64 = -28
param p_f32: f32 = 8.25
param p_f64: f64 = -4.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[288]
out b1: u32[len(b0)] @range(345, 583)
in bytes: u8[40]
uniform fixed_bool: bool[3]
uniform fixed_u32: u32[5]
in fixed_i32: i32[4]
in fixed_u64: u64[7]
in fixed_i64: i64[5]
in fixed_f32: f32[10]
uniform fixed_f64: f64[7]
in o10_12: i16[, 2]
persistent b11: u64[288]
scratch b12: i16[288]
out b13: u8[288]
persistent b14: bf16[len(b0), 3]
inout b15: i64[289] @align(16)
inout b16: atomic i64[3]
inout b17: atomic i64[288]
shared b18: u32[48]
shared b19: u64[48]
const SUM = len(b0) * 3 + len(bytes)
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
let v0 = subgroup_iscan_xor(u64(atomic_max(b17[me], 0i64, acquire, device)))
let v1 = subgroup_iscan_xor(fixed_i64[33u32 % 6])
let v2 = subgroup_any((!fixed_bool[255u32 % 4]))
let v3 = subgroup_all(v2)
let v4 = subgroup_broadcast(bool(f64(b14[me, 32u32 % 3])), (fixed_bool[p_u32 % 4] ? 335264590u32 : 256u32) % 33)
let v5 = subgroup_broadcast(max((v4 ? 31u32 : 64u32), (-2147483647u32)), 63u32 % 33)
let v6 = subgroup_broadcast(fixed_i32[me & 7], fixed_u32[1] % 33)
let v7 = subgroup_broadcast(b19[here], v5 % 33)
let v8 = subgroup_broadcast(p_i64, u32(unbits(0x8d2894d82f31c88eu64)) % 33)
let v9 = subgroup_broadcast(fixed_f32[v1 % 11], mulhi(v5, v5) % 33)
let v10 = subgroup_broadcast(f64((v4 | true)), v5 % 33)
let v11 = atomic_load(b17[me], acquire)
var a12: bool[1]
a12[0] = (a12[(v5 + v5) % 2] ^ p_bool)
let v13, v14 = f2(fixed_bool[(v5 * b13[me]) % 6..v5 % 14], clz(v5) % 14)
let v15 = f4(bool(fixed_i32[me & 3]), a12, f5)
let v16 = f6((p_bool || a12[TABLE[3] % 2]), a12)
let v17 = f6((p_bool || fixed_bool[v6 % 4]), a12)
f3(b1[me..me + 2], u32(max(v0, u64(gid.y))))
barrier workgroup
async_copy(b19, 2, fixed_u64, (127u32 >> 3i32) % 8, 4)
wait()
b16[mulhi(p_u32, v14) % 4] += (v1 ^ v8)
var v18 = abs(p_i32)
v18 >>= (~fixed_i64[workgroup_size.y % 6])
let v19 = (i32(0u64) + workgroup_iscan_xor((p_bool ? rotr(p_i32, u64(gid.x)) : mulhi(i32(grid_size.x), p_i32))))
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(bits(v9)) + u32(bits(v10)) + u32(v11 >> 32) + u32(a12[0]) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(v18) + u32(v19)
