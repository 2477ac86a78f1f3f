// Program 18773 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 18773
program conform_18773
workgroup 8, 4, 1
grid 24, 16, 1
param p_bool: bool = true
param p_u32: u32 = 11
param p_i32: i32 = 14
param p_u64: u64 = 15
param p_i64: i64 = -32
param p_f32: f32 = 6.25
param p_f64: f64 = -2.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[384]
out b1: u32[384] @range(134, 1103) @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[10]
in fixed_u32: u32[5]
in fixed_i32: i32[6]
in fixed_u64: u64[8]
uniform fixed_i64: i64[7]
in fixed_f32: f32[9]
in fixed_f64: f64[9]
uniform o10_8: i16[, 2]
persistent b11: i16[384]
out b12: f32[385, 3]
persistent b13: i8[386]
out b14: u8[384] @range(5, 132)
inout b15: atomic i32[3]
inout b16: atomic i64[len(b0)]
shared b17: u32[32]
shared b18: i16[32]
const SUM = len(b0) * 3 + len(bytes)
scratch q_t: u32[384]
scratch q_dead: u32[384]
scratch q_unused: u64[384, 3]
out q_y: u32[384]
out q_z: i64[384]
out q_n: atomic u32[1]
out q_rows: u32[384] @count(q_n)
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
q[0] += v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = (-fixed_f64[me & 3])
var v3 = x0
v3 = (b0[me + 0] * (2147483647u32 ^ v3))
return b0[clz(v3) % 385]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
each q_i in 0..384 {
q_t[q_i] = b0[q_i] * 11 + q_i
q_dead[q_i] = q_t[q_i] - 1
}
each q_k in 0..384 {
q_y[q_k] = q_t[q_k] + b0[q_k] * 8
q_y[q_k] = q_y[q_k] ^ q_k
let q_unread = q_t[q_k] * 3
if (q_k * 2654435761 >> 13) % 2 == 1 {
let q_s = atomic_add(q_n[0], 1)
q_rows[q_s] = q_k * 7 + q_y[q_k]
}
}
let q_most = workgroup_max(len(b0) + 5)
let q_some = subgroup_any(wid.x < 1)
each q_l in 0..384 { q_z[q_l] = i64(q_y[q_l]) * 3 + i64(q_most) - i64(q_some) }
barrier grid
each q_m in 0..384 {
var q_c = q_m % 8
while q_c < 34 {
q_z[q_m] = q_z[q_m] * 3 + i64(b0[q_c])
q_c += 1
}
q_z[q_m] = q_z[q_m] ^ i64(q_c)
}
barrier grid
let v4 = workgroup_iscan_or(max(atomic_exchange(b16[me], 256i64, acquire, device), atomic_or(b16[me], (-1i64), release, system)))
let v5 = workgroup_iscan_xor((fixed_bool[me & 7] & fixed_bool[(1190074278u32 << fixed_i64[me & 3]) % 11]))
let v6 = workgroup_iscan_xor(b14[me])
let v7 = atomic_exchange(b16[me], v4, acq_rel, workgroup)
var a8: f64[4]
a8[2] = f64(fixed_f32[me & 3])
let v9, v10 = f2(a8, p_u32 % 14)
let v11 = f4(unbits(1957231916u64), a8, (max))
let v12 = f6(unbits(0x1u64), a8)
let v13 = f6((fixed_f64[u32_at(bytes, 24) % 10] * fixed_f64[me & 1]), a8)
f3(b1[me..me + 2], u32(ctz(i64(lid.z))))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 29)
barrier grid
wait()
block l14 {
let v15 = grid_add(v10)
if ((fixed_u32[64u32 % 6] % 4 < 1) || grid_scan_or((fixed_bool[me & 1] && v5))) {
b14[me] -= (v6 >> u32(fixed_i32[me & 1]))
leave l14
}
let v16 = ((v6 % 3 == 2) ? (fixed_i64[p_u32 % 8] & i64(lane)) : (i64(grid_size.z) % v7))
}
let v17 = (fixed_bool[31u32 % 11] ? workgroup_add((v4 >> i32(-2147483647))) : workgroup_iscan_add(v7))
for k18 in u32(1409778872u64) % 2..1 + grid_xor(b14[me]) % 3 step 0 {
let v19 = grid_scan_or(i32(gid.x))
barrier grid
}
if v5 {
} else if bool((v5 ? true : v5)) {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(bits(a8[2]) >> 32) + u32(bits(v9) >> 32) + u32(v10) + u32(bits(v11) >> 32) + u32(bits(v12)) + u32(bits(v13) >> 32) + u32(v17)
