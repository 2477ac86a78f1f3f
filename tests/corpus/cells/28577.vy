// Program 28577 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 28577
program conform_28577 service
workgroup 1, 1, 9
grid 1, 1, 9
param p_bool: bool = true
param p_u32: u32 = 13
param p_i32: i32 = -3
param p_u64: u64 = 4
param p_i64: i64 = -9
param p_f32: f32 = 1.25
param p_f64: f64 = -7.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[9]
out b1: u32[len(b0)]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[3]
in fixed_i32: i32[6]
in fixed_u64: u64[3]
in fixed_i64: i64[10]
in fixed_f32: f32[3]
in fixed_f64: f64[6]
in b10: i16[7]
out b11: i16[9]
scratch b12: i16[11, 1] @live
persistent o13_11: f16[]
out b14: i64[9] @range(10, 20)
persistent b15: atomic i32[4]
scratch b16: atomic u64[9]
mapped b17: bf16[8]
mapped b18: u16[9]
mapped b19: atomic i32[9]
shared b20: u32[9]
shared b21: i16[9]
shared b22: atomic i64[3]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[9]
scratch q_dead: u32[9]
scratch q_unused: u64[9, 3]
out q_y: u32[9]
out q_z: i64[9]
out q_n: atomic u32[1]
out q_rows: u32[9] @count(q_n)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
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
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_max((p_u32 ^ x0))
var v3 = (bool(bytes[fixed_u32[p_u32 % 4] % 41]) ? grid_broadcast(fixed_i64[me & 7], u32(p_bool) % 10) : grid_or(i64(fixed_bool[p_u32 % 7])))
v3 += ((~i64(wid.x)) + workgroup_and(popcount(rotl(i64(workgroup_size.x), fixed_i64[abs(x0) % 11]))) * workgroup_or(v3))
var a4: u32[5]
a4[x0 % 6] = u32((1.0f64 / p_f64))
let v5 = a4[x0 % 5]
for k6 in -2..1 {
if fixed_bool[TABLE[8] % 7] {
break
}
}
return u32((v3 | fixed_i64[me & 3]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..9 {
q_t[q_i] = b0[q_i] * 87 + q_i
}
each q_k in 0..9 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 8
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 5 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 0)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..9 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..9 {
var q_c = q_m % 9
while q_c < 18 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
if b0[q_c] % 5 == q_m % 5 { break }
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v7 = f1(popcount(u32(fixed_f64[me & 3])), (i32(fixed_bool[b0[6] % 7]) >> u32(fixed_i64[3u32 % 11])))
let v8 = workgroup_scan_add(fixed_u64[me & 3])
let v9 = workgroup_scan_add(b14[me])
let v10 = workgroup_scan_min(u32(b20[here]))
atomic_store(b16[me], fixed_u64[32i32 % 4], release, workgroup)
var a11: u64[1]
a11[0] = bits(fixed_f64[me & 3])
let v12, v13 = f2(a11, v7 % 14)
let v14 = f4((2u64 + v8), a11, f5)
let v15 = f6(rotr(atomic_max(b16[me], v12), fixed_i64[me & 1]), a11)
let v16 = f6(((clock() % 1) - 256u64), a11)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b21, 0, p_u32 % 10)
barrier grid
wait()
atomic_store(b19[me], (bool(fixed_bool[b0[0] % 7]) ? (i32(grid_size.y) << b18[me]) : mulhi(127i32, b10[(64i32 ^ i32(wid.z)) % 8])))
b1[me] += b1[(me * 5 + 4) % 9] + grid_max(u32(i64(workgroups.z)))
o13_11[me] = o13_11[(me * 5 + 8) % 11] + grid_max(o13_11[v10 % 12])
var v17 = ((fixed_i32[(1387519852u32 << 33u32) % 7] != fixed_i32[2147483648u32 % 7]) ? grid_or(v8) : grid_and(bits(fixed_f64[me & 7])))
v17 = rotr(ceil_div(bits(fixed_f64[u64_at(bytes, p_u32 % 41) % 7]), rotr(1178741675u64, fixed_i64[fixed_u32[p_u32 % 4] % 11])), i32(b0[256u32 % 10]))
v17 += v17
let v18 = grid_min(fixed_f32[me & 7])
v17 += p_u64
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(v8) + u32(v9 >> 32) + u32(v10) + u32(a11[0] >> 32) + u32(v12 >> 32) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17) + u32(bits(v18))
