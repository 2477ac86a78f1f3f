// Program 33656 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 33656
program conform_33656
workgroup 7, 1, 1
grid 26, 1, 1
param p_bool: bool = true
param p_u32: u32 = 0
param p_i32: i32 = 4
param p_u64: u64 = 21
param p_i64: i64 = -37
param p_f32: f32 = 0.25
param p_f64: f64 = -6.125
const WIDTH = 7
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[28]
out b1: u32[28]
in bytes: u8[40]
uniform fixed_bool: bool[3] @align(2)
in fixed_u32: u32[7]
uniform fixed_i32: i32[5]
in fixed_u64: u64[5]
in fixed_i64: i64[3] @cache(streaming)
in fixed_f32: f32[5]
in fixed_f64: f64[3]
in o10_9: u16[, 1]
out b11: i8[27, 1]
persistent b12: i8[30]
persistent b13: atomic i64[1]
out b14: atomic i64[28] @align(8)
shared b15: u32[7]
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
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_iscan_xor(u32(abs(fixed_f64[me & 1])))
var v3 = (popcount(fixed_i64[me & 7]) + grid_iscan_min(i64(fixed_bool[me & 7])) * grid_or(p_i64))
v3 = ((v3 % fixed_i64[me & 3]) | popcount(p_i64))
v3 += ((!fixed_bool[127u32 % 4]) ? workgroup_add(i64(v3)) : workgroup_scan_and(v3))
return u32(fixed_bool[me & 1])
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_load(fixed_f32[64u32 % 6])
let v5 = subgroup_load(fixed_f64[u32(fixed_f64[2]) % 4])
let v6 = subgroup_ballot((gid.x % 4 < 1))
let v7 = subgroup_shuffle(p_bool, b15[here] % 40)
let v8 = subgroup_shuffle(((v7 ? 2147483648u32 : v6) / (~b15[here])), rotr(v6, 31i64) % 40)
let v9 = subgroup_shuffle(i32((v7 ? atomic_add(b14[me], p_i64, release) : fixed_i64[me & 7])), u32(fixed_i64[p_u32 % 4]) % 40)
let v10 = subgroup_shuffle(fixed_u64[me & 1], u32_at(bytes, 7) % 40)
let v11 = subgroup_shuffle(ctz(i64(workgroup_size.x)), bytes[me + 0] % 40)
let v12 = subgroup_shuffle(v4, (fixed_u32[me & 7] << fixed_i32[me & 1]) % 40)
let v13 = subgroup_shuffle((p_f64 + 2.5f64), v6 % 40)
let v14 = subgroup_add((v7 ? 31u32 : p_u32))
let v15 = atomic_exchange(b14[me], v11, relaxed, device)
var a16: bool[2]
a16[1] = (u32_at(bytes, 0i32 % 41) % 2 == 2)
let v17, v18 = f2(a16, v6 % 14)
let v19 = f4((a16[(v17 ? v8 : v14) % 3] && false), a16, f5)
let v20 = f6(fixed_bool[p_u32 % 4], a16)
let v21 = f6(bool(fixed_f64[me & 3]), a16)
f3(b1[me..me + 1], (v20 ? (v6 + v6) : v18))
let v22 = ((fixed_bool[256u32 % 4] & fixed_bool[fixed_u64[0] % 4]) ? workgroup_scan_add(v11) : workgroup_xor((v11 >> fixed_u64[u32(fixed_i64[me & 1]) % 6])))
if (u64(false) >= u64(workgroups.y)) {
} else {
}
barrier grid
b1[me] = b1[me] * 3 + u32(bits(v4)) + u32(bits(v5) >> 32) + u32(v6) + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(bits(v12)) + u32(bits(v13)) + u32(v14) + u32(v15 >> 32) + u32(a16[1]) + u32(v17) + u32(v18) + u32(v19) + u32(v20) + u32(v21) + u32(v22)
