// Program 43961 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 43961
program conform_43961
workgroup 8, 4, 1
grid 3, 4, 1
param p_bool: bool = false
param p_u32: u32 = 15
param p_i32: i32 = -2
param p_u64: u64 = 32
param p_i64: i64 = -40
param p_f32: f32 = 4.25
param p_f64: f64 = -1.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[32]
out b1: u32[32]
in bytes: u8[40]
in fixed_bool: bool[11]
in fixed_u32: u32[5]
in fixed_i32: i32[8]
in fixed_u64: u64[4]
in fixed_i64: i64[6]
in fixed_f32: f32[10]
in fixed_f64: f64[8]
uniform b10: i8[1, 2]
inout b11: f64[len(b0)]
scratch b12: u16[33, 3] @live
scratch b13: f32[33, 1, 2]
scratch b14: bf16[32, 2]
scratch b15: atomic i32[4]
out b16: atomic i32[32]
shared b17: u32[32]
shared b18: f64[32]
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = workgroup_scan_max((p_u64 | fixed_u64[me & 1]))
let v1 = workgroup_scan_max(rotr(fixed_i64[fixed_u32[me & 1] % 7], fixed_i64[me & 7]))
let v2 = workgroup_scan_and((fixed_bool[me & 7] || fixed_bool[me & 7]))
let v3 = atomic_min(b16[me], 1707156556i32)
var a4: u32[5]
a4[2] = clamp(a4[fixed_u32[me & 1] % 6], fixed_u32[u32(unbits(0x8000000000000000u64)) % 6], u32_at(bytes, 2057222607u32 % 41))
let v5, v6 = f2(a4, u32(0.0f64) % 14)
let v7 = f4(mulhi(v5, v5), a4, (*))
let v8 = f6(u32(fixed_u64[me & 1]), a4)
let v9 = f6((~v5), a4)
f3(b1[me..me + 2], u32((1u32 % 4 != 2)))
barrier workgroup
async_copy(b18, 1, fixed_f64, workgroup_size.y % 9, b0[p_u32 % 33] % 33)
wait()
b15[TABLE[3] % 5] += i32(b16[me])
let v10 = abs(clz(fixed_i64[64u32 % 7]))
a4[63u32 % 5] += ((fixed_bool[me & 7] ? v2 : v2) ? u32(v10) : clz(u32_at(bytes, rotr(4294967294u32, v10) % 41)))
b11[me] += f64(v3)
if me <= 33 { b11[me] += max(b11[me], (-fixed_f64[me & 7])) }
for k11 in u32(fixed_f32[me & 1]) % 3..(b0[me & 3] % b17[v5 % 33]) % 6 {
var w12 = 0
loop {
w12 += 1
if w12 > 4 { break }
let v13 = ((a4[gid.y % 6] % 4 == 2) ? v2 : (v2 || v2))
atomic_add(b15[v7 % 5], atomic_exchange(b16[me], i32(workgroups.y), relaxed, system), acquire, workgroup)
a4[127u32 % 5] = ((v9 ^ fixed_u32[me & 3]) - u32(p_u64))
if (v2 && v2) { break }
}
if ((p_bool && p_bool) ? bool(k11) : (v2 || false)) { break }
}
fixpoint k15 in 1..1 {
if bool(clz(fixed_i64[me & 7])) { again }
barrier grid
fixpoint k17 in 2..3 {
barrier grid
let v18 = ((7u32 % 2 != 1) ? grid_scan_add(p_u64) : grid_iscan_xor(v0))
if k17 < 6 && (bool(v2) && (v1 == p_i64)) { again }
}
if k15 < 2 && v2 { again }
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1 >> 32) + u32(v2) + u32(v3) + u32(a4[2]) + u32(v5) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10)
