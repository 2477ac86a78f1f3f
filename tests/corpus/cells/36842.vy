// Program 36842 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 36842
program conform_36842
workgroup 16, 3, 1
grid 34, 3, 1
param p_bool: bool = false
param p_u32: u32 = 38
param p_i32: i32 = 10
param p_u64: u64 = 29
param p_i64: i64 = -34
param p_f32: f32 = 7.25
param p_f64: f64 = -6.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[144]
out b1: u32[144] @align(64)
in bytes: u8[40]
in fixed_bool: bool[6] @cache(streaming)
in fixed_u32: u32[8] @align(16)
in fixed_i32: i32[9]
in fixed_u64: u64[4]
in fixed_i64: i64[8]
in fixed_f32: f32[4]
in fixed_f64: f64[11] @cache(streaming)
in b10: i16[3, 1]
scratch b11: i16[144]
out b12: f64[len(b0), 1, 2]
persistent o13_145: f32[]
out b14: atomic u64[4]
persistent b15: atomic i32[144]
shared b16: u32[48]
shared b17: i16[48]
const SUM = len(b0) * 3 + len(bytes)
fn f2(q: in u32[], k: u32) -> u32, u32 {
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
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (y1 >= rotl(i32(workgroups.x), fixed_i64[me & 1]))
b12[me, x0 % 1, 1] += round(f64((~x0)))
b12[me, b0[me + 2] % 1, 0] += fixed_f64[(x0 - u32_at(bytes, p_u32 % 41)) % 12]
return u32(mulhi(i32(gid.z), i32(workgroup_size.z)))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v3 = grid_min((b17[here] ^ fixed_i32[me & 3]))
let v4 = grid_min(fixed_u64[me & 1])
let v5 = grid_min(fixed_i64[me & 3])
let v6 = atomic_or(b15[me], i32(grid_size.y), acq_rel)
var a7: u32[3]
a7[1] = b0[me + 2]
let v8, v9 = f2(fixed_u32[b16[here] % 6..(1u32 << u64_at(bytes, 23)) % 14], b16[here] % 14)
let v10 = f4((false ? v8 : 2u32), a7, (+))
let v11 = f6(rotr(v8, v6), a7)
let v12 = f6(rotr(v10, fixed_i64[me & 1]), a7)
f3(b1[me..me + 1], ceil_div((p_u32 % v8), (4294967294u32 - b16[here])))
barrier workgroup
async_copy(b17, 2, b10, min(1639120400u32, p_u32) % 4, b0[p_u32 % 145] % 49)
wait()
atomic_sub(b14[b16[here] % 5], min(clamp(v4, p_u64, v4), u64(v5)), release, system)
atomic_sub(b14[TABLE[1] % 5], v4)
b16[here] += v12
let v13 = grid_scan_or((v4 >> v4))
block l14 {
atomic_sub(b14[b16[here] % 5], fixed_u64[me & 3], acquire, workgroup)
b1[me] += u32(abs(fixed_u64[me & 1]))
var w15 = 0
loop {
w15 += 1
if w15 > 2 { break }
a7[a7[p_u32 % 4] % 3] = (bool(fixed_bool[p_i64 % 7]) ? workgroup_iscan_min((p_u32 / 0u32)) : workgroup_iscan_add(v12))
b16[here] &= (clz(v8) >> (~4294967295u32))
if bool((b10[0u32 % 4, 278039813u32 % 1] << v5)) {
each i in 0i64..144 {
let v17 = false
var v18 = f32(f64(fixed_f64[lid.x % 12]))
v18 += unbits((-(v17 ? b0[4294967295u32 % 145] : fixed_u32[v8 % 9])))
b14[(v17 ? v12 : v10) % 5] += mulhi((v4 * fixed_u64[v12 % 5]), fixed_u64[v8 % 5])
if ((fixed_u64[256u32 % 5] >= u64_at(bytes, v12 % 41)) ? (b0[v10 % 145] % 4 != 2) : p_bool) { continue }
}
break
}
if (len(b0) % 4 >= 2) {
leave l14
}
if bool(max(fixed_i64[fixed_u64[p_u32 % 5] % 9], p_i64)) {
break
}
if (bool(fixed_f64[mulhi(579889591u32, 0u32) % 12]) | fixed_bool[TABLE[4] % 7]) {
leave l14
}
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(a7[1]) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13 >> 32)
