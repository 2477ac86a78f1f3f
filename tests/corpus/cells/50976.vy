// Program 50976 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 50976
program conform_50976
workgroup 32, 1, 1
grid 64, 1, 1
param p_bool: bool = false
param p_u32: u32 = 27
param p_i32: i32 = 8
param p_u64: u64 = 8
param p_i64: i64 = -30
param p_f32: f32 = 7.25
param p_f64: f64 = -7.125
const WIDTH = 32
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[64]
out b1: u32[64] @range(25, 226)
in bytes: u8[40]
in fixed_bool: bool[5] @cache(streaming)
in fixed_u32: u32[10]
uniform fixed_i32: i32[7]
in fixed_u64: u64[4]
uniform fixed_i64: i64[9]
uniform fixed_f32: f32[11]
in fixed_f64: f64[7]
in b10: u8[5, 2]
persistent o11_64: bool[, 1]
out b12: i32[65, 1, 3] @cache(streaming)
out b13: atomic u32[4]
out b14: atomic i64[len(b0)]
shared b15: u32[32]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 4 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f4[T: any](a: T, q: in T[], f: fn(T, T) -> T) -> T { return f(a, q[len(q) / 2]) }
fn f5[T: any](a: T, b: T) -> T { return a == b ? a : b }
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] ^= v
}
fn f0(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = i32(-2147483647)
return ((fixed_bool[u32(9223372036854775807i64) % 6] ? 31u32 : x0) / bits(fixed_f32[x0 % 12]))
}
fn f1(x3: u32, y4: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v5 = grid_iscan_max(2147483647u32)
let v6 = i32(((true | fixed_bool[me & 3]) && (fixed_bool[me & 1] | fixed_bool[p_i64 % 6])))
print "{} {}", fixed_u64[me & 1], fixed_bool[me & 1]
barrier grid
return (fixed_bool[x3 % 6] ? (fixed_bool[me & 7] ? b0[clamp(v5, TABLE[1], v5) % 65] : v5) : ceil_div(v5, b0[p_u32 % 65]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v7 = subgroup_scan_or((b10[3u32 % 6, (true ? b15[here] : 1u32) % 2] + u32_at(bytes, 4294967294u32 % 41)))
let v8 = subgroup_scan_or(i32(fixed_f64[me & 7]))
let v9 = subgroup_scan_or(fixed_u64[me & 3])
let v10 = subgroup_scan_or(atomic_add(b14[me], i64(-9223372036854775808), relaxed, device))
let v11 = subgroup_scan_xor(fixed_bool[me & 1])
let v12 = subgroup_scan_xor(min(ctz(v7), clamp(v7, b15[here], 2147483648u32)))
let v13 = subgroup_scan_xor((i32(v8) + b12[me, 0, 0]))
let v14 = subgroup_scan_xor(fixed_u64[v9 % 5])
let v15 = subgroup_scan_xor(min(ctz(v10), popcount(v10)))
let v16 = subgroup_iscan_add(u32((v12 % 3 < 1)))
let v17 = subgroup_iscan_add(ctz(fixed_i32[v10 % 8]))
let v18 = atomic_and(b14[me], p_i64)
var a19: i32[4]
a19[2] = (a19[b15[here] % 5] | b12[me, b15[here] % 1, 1])
let v20, v21 = f2(fixed_i32[u32(v13) % 6..b15[here] % 14], (1u32 + v16) % 14)
let v22 = f4((fixed_i32[me & 1] + i32(wid.z)), a19, (+))
f3(b1[me..me + 1], clz(b10[me & 1, 1]))
atomic_add(b13[(p_bool ? v16 : 63u32) % 5], ((fixed_u32[me & 1] / p_u32) % (v21 >> i32(wid.y))), release, workgroup)
barrier grid
block l23 {
var v24 = i32(fixed_f64[me & 3])
v24 += i32((2147483647i32 | p_i32))
if v11 {  }
}
var v25 = min(i64(fixed_f32[b15[here] % 12]), v10)
barrier grid
b1[me] = b1[me] * 3 + u32(v7) + u32(v8) + u32(v9) + u32(v10) + u32(v11) + u32(v12) + u32(v13) + u32(v14) + u32(v15 >> 32) + u32(v16) + u32(v17) + u32(v18 >> 32) + u32(a19[2]) + u32(v20) + u32(v21) + u32(v22) + u32(v25 >> 32)
