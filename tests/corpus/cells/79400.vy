// Program 79400 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 79400
program conform_79400
workgroup 1, 1, 9
grid 2, 1, 18
param p_bool: bool = true
param p_u32: u32 = 14
param p_i32: i32 = -16
param p_u64: u64 = 22
param p_i64: i64 = -16
param p_f32: f32 = 3.25
param p_f64: f64 = -0.125
const WIDTH = 9
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[36] @binding(7)
out b1: u32[36] @binding(14)
in bytes: u8[40] @binding(21)
in fixed_bool: bool[3] @binding(28)
in fixed_u32: u32[9] @binding(35)
in fixed_i32: i32[3] @binding(5)
uniform fixed_u64: u64[5] @binding(12)
in fixed_i64: i64[10] @binding(19)
in fixed_f32: f32[8] @binding(26)
uniform fixed_f64: f64[6] @binding(33)
in b10: i16[1, 1] @binding(3)
out b11: i32[len(b0)] @binding(10) @cache(streaming)
scratch b12: bool[37, 1] @live @binding(17)
scratch b13: u8[37] @live @binding(24)
out b14: f32[35, 1] @binding(31)
out b15: atomic u32[1] @binding(1)
scratch b16: atomic i32[36] @live @binding(8) @cache(streaming)
shared b17: u32[9] @binding(15)
shared b18: i32[9] @binding(22)
shared b19: atomic u64[9] @binding(29)
const SUM = len(b0) * 3 + len(bytes)
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
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v0 = subgroup_iscan_add(rotr(atomic_max(b19[here], 256u64, relaxed, device), fixed_u64[min(b13[me], 63u32) % 6]))
let v1 = subgroup_iscan_add(i64(gid.z))
let v2 = subgroup_iscan_min(b0[me + 0])
let v3 = subgroup_iscan_min(b16[me])
let v4 = subgroup_iscan_min(reverse(v0))
let v5 = subgroup_iscan_min(fixed_i64[me & 3])
let v6 = subgroup_iscan_max(v2)
let v7 = subgroup_iscan_max(p_i32)
let v8 = subgroup_iscan_max((fixed_bool[(b17[here] * p_u32) % 4] ? p_u64 : v0))
let v9 = subgroup_iscan_max(rotl(fixed_i64[(true ? 470001467u32 : TABLE[1]) % 11], v2))
let v10 = subgroup_iscan_and(bool(v1))
let v11 = atomic_and(b16[me], b10[me & 7, 0])
var a12: f64[1]
a12[0] = (a12[workgroup_size.x % 2] / p_f64)
let v13, v14 = f2(a12, rotr(v2, i64(workgroup_size.z)) % 14)
let v15 = f4(ceil(unbits(0xfff0000000000000u64)), a12, (+))
let v16 = f6(floor(3.0f64), a12)
let v17 = f6(trunc(v13), a12)
f3(b1[me..me + 2], mulhi(max(2u32, v14), bits(p_f32)))
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 5)
barrier grid
wait()
atomic_add(b15[v2 % 2], (abs(33u32) & p_u32), acq_rel, device)
for k18 in -2..2 {
var a19: i64[4]
a19[b0[me + 2] % 4] = ((fixed_f64[(4294967294u32 & 3u32) % 7] <= fixed_f64[3u32 % 7]) ? subgroup_load(fixed_i64[(b0[p_u32 % 37] | b0[p_u32 % 37]) % 11]) : subgroup_iscan_and(clz(fixed_i64[me & 1])))
let v20 = a19[7u32 % 4]
a12[b17[here] % 1] += subgroup_broadcast(f64(fixed_f32[me & 7]), (true ? b0[p_u32 % 37] : bytes[17]) % 33)
if ((p_bool ? b0[32u32 % 37] : u32_at(bytes, 2147483647u32 % 41)) == reverse(b0[fixed_i64[9] % 37])) {
break
}
}
let v21 = ((fixed_bool[clz(p_u32) % 4] | fixed_bool[2i64 % 4]) ? grid_iscan_min(4294967296u64) : grid_scan_and(u64(v17)))
a12[(-v2) % 1] += f64(rotl(v21, fixed_i64[me & 1]))
let v22 = grid_iscan_add(mulhi((u64(lid.y) - fixed_u64[me & 1]), (v21 / v8)))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(v10) + u32(v11) + u32(bits(a12[0]) >> 32) + u32(bits(v13)) + u32(v14) + u32(bits(v15)) + u32(bits(v16) >> 32) + u32(bits(v17) >> 32) + u32(v21 >> 32) + u32(v22)
