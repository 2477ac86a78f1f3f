// Program 46712 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 46712
program conform_46712
workgroup 4, 4, 3
grid 4, 4, 12
param p_bool: bool = false
param p_u32: u32 = 23
param p_i32: i32 = 16
param p_u64: u64 = 3
param p_i64: i64 = -17
param p_f32: f32 = 5.25
param p_f64: f64 = -3.125
const WIDTH = 48
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[192]
out b1: u32[192]
in bytes: u8[40] @cache(streaming)
uniform fixed_bool: bool[10]
in fixed_u32: u32[10]
in fixed_i32: i32[7]
in fixed_u64: u64[8]
in fixed_i64: i64[11]
in fixed_f32: f32[8]
uniform fixed_f64: f64[11]
in o10_7: u16[]
inout b11: f64[192]
out b12: u16[193, 3]
out b13: u64[194, 3]
inout b14: atomic u32[2]
out b15: atomic u32[192]
shared b16: u32[48]
shared b17: f64[48]
shared b18: atomic i32[2]
const SUM = len(b0) * 3 + len(bytes)
out found: atomic u32[1]
out hits: u32[12288] @count(found)
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
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
var v2 = (reverse(x0) * max(x0, p_u32))
v2 = bits((fixed_f32[4294967296i64 % 9] / fixed_f32[me & 3]))
for k3 in i64(fixed_i64[fixed_i32[p_u32 % 8] % 12]) % 3..fixed_i64[33u32 % 12] % 6 {
b12[me, u32(k3) % 3] = (bool(fixed_bool[b0[72] % 11]) ? u32(fixed_i64[v2 % 12]) : (fixed_bool[lid.y % 11] ? v2 : b0[me + 2]))
}
return fixed_u32[me & 7]
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = subgroup_iscan_max(abs(p_i64))
let v5 = subgroup_iscan_and(((fixed_bool[u64_at(bytes, p_u32 % 41) % 11] ? fixed_bool[me & 1] : fixed_bool[b1[me] % 11]) && fixed_bool[me & 3]))
let v6 = subgroup_iscan_and(u32(b13[me, 1]))
let v7 = subgroup_iscan_and(((5i32 % 7i32) ^ (i32(workgroups.z) >> v6)))
let v8 = subgroup_iscan_and((fixed_u64[(884950514i32 << v7) % 9] % (fixed_u64[(p_u32 >> v6) % 9] / p_u64)))
let v9 = subgroup_iscan_and(fixed_i64[(fixed_i32[1] - fixed_i32[me & 7]) % 12])
let v10 = subgroup_iscan_or((v5 ? v5 : v5))
let v11 = subgroup_iscan_or(fixed_u32[me & 7])
let v12 = subgroup_iscan_or(v7)
let v13 = subgroup_iscan_or(u64(v7))
let v14 = subgroup_iscan_or((v9 >> v4))
let v15 = atomic_max(b15[me], v11, relaxed, workgroup)
var a16: u32[4]
a16[2] = o10_7[me & 7]
let v17, v18 = f2(fixed_u32[p_u32 % 6..v6 % 14], v11 % 14)
let v19 = f4(2u32, a16, (+))
let v20 = f6((v10 ? a16[SUM % 5] : p_u32), a16)
let v21 = f6(rotl(v15, p_u64), a16)
f3(b1[me..me + 1], gid.z)
barrier workgroup
async_copy(b17, 1, fixed_f64, ceil_div(b0[13], 2147483648u32) % 12, clz(2u32) % 49)
wait()
if workgroup_load(fixed_bool[bytes[12] % 11]) {
b1[me] >>= i32(gid.z)
}
hits[atomic_add(found[0], 1)] = 1669511225u32
barrier grid
b1[me] = b1[me] * 3 + u32(v4 >> 32) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9 >> 32) + u32(v10) + u32(v11) + u32(v12) + u32(v13 >> 32) + u32(v14 >> 32) + u32(v15) + u32(a16[2]) + u32(v17) + u32(v18) + u32(v19) + u32(v20) + u32(v21)
