// Program 68312 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 68312
program conform_68312
workgroup 33, 1, 1
param p_grid: u32 = 54
grid p_grid + 1, 1, 1
param p_bool: bool = false
param p_u32: u32 = 31
param p_i32: i32 = 1
param p_u64: u64 = 6
param p_i64: i64 = -10
param p_f32: f32 = 1.25
param p_f64: f64 = -1.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[66]
out b1: u32[len(b0)] @cache(streaming)
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[11]
uniform fixed_i32: i32[7]
uniform fixed_u64: u64[4]
uniform fixed_i64: i64[4]
uniform fixed_f32: f32[7]
in fixed_f64: f64[3] @align(128)
in o10_3: i8[, 3]
persistent b11: bool[66]
inout b12: f32[65]
scratch b13: i16[66]
out b14: f64[67, 3]
scratch b15: atomic u64[3] @live
persistent o16_66: atomic u32[]
shared b17: u32[33]
shared b18: bool[33]
shared b19: atomic u32[2]
const SUM = len(b0) * 3 + len(bytes)
out t_n: atomic u32[66]
out t_y: u32[66]
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
let v2 = i32((p_i32 >> 783480448u64))
b12[me] += fixed_f32[me & 7]
if ((p_bool ^ fixed_bool[rotr(y1, 33i64) % 6]) && (fixed_bool[me & 1] || fixed_bool[me & 1])) {
} else if bool(popcount(829096040u64)) {
} else {
}
return gid.x
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
loop {
if atomic_add(t_n[me], 2) > 4 { break }
t_y[me] += 5
}
for t_k in 0..b0[me] % 30 + 3 { t_y[me] = t_y[me] * 3 + t_k }
var t_w = b0[me] % 7
while t_w < 11 {
t_y[me] = t_y[me] * 5 + t_w
t_w += 1
}
let v3 = subgroup_or((b11[me] ^ p_bool))
let v4 = subgroup_or((b11[me] ? p_u32 : atomic_xor(o16_66[me], 745310573u32)))
let v5 = subgroup_or(popcount((fixed_i32[v4 % 8] - b13[me])))
let v6 = subgroup_or(p_u64)
let v7 = subgroup_or(popcount((-4294967296i64)))
let v8 = subgroup_xor(((v4 % 2 == 2) ? (v3 & b18[here]) : v3))
let v9 = subgroup_xor(atomic_sub(o16_66[me], v4, acquire))
let v10 = subgroup_xor(o10_3[me & 3, b1[me] % 4])
let v11 = subgroup_xor(fixed_u64[me & 3])
let v12 = subgroup_xor(v7)
let v13 = subgroup_scan_add(p_u32)
let v14 = atomic_and(o16_66[me], v13, acq_rel, workgroup)
var a15: f64[1]
a15[0] = clamp(b14[me, v13 % 3], b14[me, 1], fixed_f64[wid.z % 4])
let v16, v17 = f2(a15, v9 % 14)
let v18 = f4(abs(v16), a15, f5)
let v19 = f6(ceil(v18), a15)
let v20 = f6((v16 + fixed_f64[me & 1]), a15)
f3(b1[me..me + 1], (u32_at(bytes, (b0[p_u32 % 67] % p_u32) % 41) >> (fixed_bool[me & 7] ? v4 : 2147483648u32)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 255u32 % 34)
wait()
let v21 = ((b0[i64(wid.x) % 67] % 5 >= 2) ? workgroup_scan_min(clz(v5)) : workgroup_and(i32(v16)))
let v22 = (fixed_bool[(4294967295u32 & 33u32) % 6] ? grid_max((i32(-2147483647) & p_i32)) : grid_min(p_i32))
if ((fixed_bool[7u32 % 6] ^ fixed_bool[(p_bool ? b0[p_u32 % 67] : b0[p_u32 % 67]) % 6]) || workgroup_broadcast(v3, 4294967294u32 % 34)) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7 >> 32) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12 >> 32) + u32(v13) + u32(v14) + u32(bits(a15[0])) + u32(bits(v16)) + u32(v17) + u32(bits(v18)) + u32(bits(v19) >> 32) + u32(bits(v20) >> 32) + u32(v21) + u32(v22)
