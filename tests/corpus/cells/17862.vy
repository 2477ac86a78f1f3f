// Program 17862 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 17862
program conform_17862
workgroup 2, 3, 1
grid 3, 9, 1
param p_bool: bool = true
param p_u32: u32 = 9
param p_i32: i32 = 9
param p_u64: u64 = 9
param p_i64: i64 = -11
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 6
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36]
out b1: u32[36]
in bytes: u8[40]
in fixed_bool: bool[6]
in fixed_u32: u32[8] @cache(streaming)
uniform fixed_i32: i32[3]
uniform fixed_u64: u64[7]
in fixed_i64: i64[8]
in fixed_f32: f32[4]
in fixed_f64: f64[10]
in o10_1: i16[, 1]
out b11: i16[36]
scratch b12: f16[36] @live
inout b13: u32[36]
scratch b14: atomic i64[1]
out b15: atomic i32[36]
shared b16: u32[6]
shared b17: i16[6]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[2304] @count(found)
out t_n: atomic u64[36]
out t_y: u32[36]
fn f2(q: in f32[], k: u32) -> f32, u32 {
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
while atomic_max(t_n[me], 2) != 2 || t_y[me] < 4 { t_y[me] += 1 }
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 12 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v0 = workgroup_or((p_u64 & popcount(fixed_u64[255u32 % 8])))
let v1 = workgroup_or((p_i64 - i64(gid.y)))
let v2 = workgroup_xor(fixed_bool[me & 3])
let v3 = atomic_load(b15[me])
var a4: f32[5]
a4[2] = f32(b12[me])
let v5, v6 = f2(a4, 32u32 % 14)
let v7 = f4(ceil(fixed_f32[(v1 * 32i64) % 5]), a4, (+))
let v8 = f6(round(v5), a4)
let v9 = f6(f32(fixed_bool[me & 7]), a4)
f3(b1[me..me + 1], u32(v5))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b17, 0, 5)
barrier grid
wait()
atomic_add(b14[reverse(v6) % 2], i64((4294967295u32 % 3 == 1)), acq_rel)
let v10 = ((v2 && fixed_bool[b0[p_u32 % 37] % 7]) ? workgroup_broadcast(round(ceil(fixed_f64[me & 3])), min(64u32, b0[p_u32 % 37]) % 7) : workgroup_max((fixed_f64[me & 1] + fixed_f64[me & 7])))
each i in 0..6, j in 0..6 {
b11[i * 6 + j] = mulhi((v2 ? i32(lid.y) : i32(lid.z)), (~fixed_i32[u32(b0[12]) % 4]))
if ((v5 == a4[v3 % 6]) ? v2 : (true && v2)) {
} else if (127i32 == i32(p_f64)) {
} else {
}
}
barrier grid
b1[me] = b1[me] * 3 + u32(v0 >> 32) + u32(v1) + u32(v2) + u32(v3) + u32(bits(a4[2])) + u32(bits(v5)) + u32(v6) + u32(bits(v7)) + u32(bits(v8)) + u32(bits(v9)) + u32(bits(v10) >> 32)
