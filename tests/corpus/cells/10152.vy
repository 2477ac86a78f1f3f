// Program 10152 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 10152
program conform_10152
workgroup 255, 1, 1
grid 510, 1, 1
param p_bool: bool = true
param p_u32: u32 = 12
param p_i32: i32 = -9
param p_u64: u64 = 19
param p_i64: i64 = -5
param p_f32: f32 = 0.25
param p_f64: f64 = -8.125
const WIDTH = 255
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[510]
out b1: u32[510] @range(994, 853)
in bytes: u8[40]
in fixed_bool: bool[3]
in fixed_u32: u32[5]
uniform fixed_i32: i32[11]
in fixed_u64: u64[4]
in fixed_i64: i64[3]
in fixed_f32: f32[8]
in fixed_f64: f64[7]
in b10: u16[4, 3]
scratch b11: bool[510]
inout b12: i16[512]
scratch b13: i32[509, 3] @live @cache(streaming)
scratch b14: u32[511]
inout b15: atomic i32[3]
out b16: atomic i32[len(b0)]
shared b17: u32[255]
shared b18: bool[255]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
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
let v0 = subgroup_iscan_xor(b12[me])
let v1 = subgroup_iscan_xor(fixed_u64[me & 3])
let v2 = subgroup_iscan_xor((i64(lane) * fixed_i64[i64(v0) % 4]))
let v3 = subgroup_any((b11[me] | b18[here]))
let v4 = subgroup_all((true ? v3 : false))
let v5 = subgroup_broadcast(((b14[me] % 4 != 1) ^ p_bool), b0[p_u32 % 511] % 33)
let v6 = subgroup_broadcast((1580649280u32 / len(b0)), min(b0[170], 4294967294u32) % 33)
let v7 = subgroup_broadcast((v0 << v6), fixed_u32[2] % 33)
let v8 = subgroup_broadcast(abs(v1), v6 % 33)
let v9 = subgroup_broadcast(v2, v6 % 33)
let v10 = subgroup_broadcast(f32(v7), p_u32 % 33)
b16[me] = 5i32
var a11: i32[5]
a11[2] = abs(a11[v8 % 6])
let v12, v13 = f2(fixed_i32[len(bytes) % 6..2147483648u32 % 14], v6 % 14)
let v14 = f4(i32(p_i32), a11, (*))
let v15 = f6(mulhi(fixed_i32[me & 3], i32(workgroup_size.z)), a11)
let v16 = f6((p_i32 + 2147483647i32), a11)
f3(b1[me..me + 2], v6)
barrier workgroup
async_copy(b11, ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH, b18, 0, 187)
barrier grid
wait()
let v17 = grid_scan_or(fixed_u64[me & 1])
a11[u32(i32(wid.y)) % 5] = (reverse(i32(gid.x)) - ctz(b12[me]))
barrier grid
b1[me] = b1[me] * 3 + u32(v0) + u32(v1) + u32(v2 >> 32) + u32(v3) + u32(v4) + u32(v5) + u32(v6) + u32(v7) + u32(v8 >> 32) + u32(v9) + u32(bits(v10)) + u32(a11[2]) + u32(v12) + u32(v13) + u32(v14) + u32(v15) + u32(v16) + u32(v17 >> 32)
