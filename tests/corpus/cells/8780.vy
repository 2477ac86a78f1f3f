// Program 8780 of vyre conform, one of those that have every cell of its table.
// Again: vyre conform --device cpu --count 1 --seed 8780
program conform_8780
workgroup 33, 1, 1
grid 103, 1, 1
param p_bool: bool = false
param p_u32: u32 = 4
param p_i32: i32 = -14
param p_u64: u64 = 18
param p_i64: i64 = -23
param p_f32: f32 = 4.25
param p_f64: f64 = -3.125
const WIDTH = 33
const TABLE: u32[9] = [3, 0, 4, 0xffff_ffff, 7, 1, 2, 40, 5]
in b0: u32[132]
out b1: u32[132]
in bytes: u8[40]
in fixed_bool: bool[5]
uniform fixed_u32: u32[10]
in fixed_i32: i32[4]
uniform fixed_u64: u64[9]
in fixed_i64: i64[7]
in fixed_f32: f32[4]
uniform fixed_f64: f64[7]
in b10: i8[6, 3]
inout o11_266: f64[, 2]
scratch b12: u64[132, 1] @live
persistent o13_132: u8[]
persistent o14_132: u32[]
scratch b15: atomic i32[1]
persistent o16_132: atomic i32[] @cache(streaming)
shared b17: u32[33]
const SUM = len(b0) * 3 + len(bytes)
fn f2[T: any](q: in T[], k: u32) -> T, u32 {
if k % 5 == 3 { return q[len(q) - 1], len(q) }
return q[k], k
}
fn f3(q: inout u32[], v: u32) {
if v % 3 == 0 { return }
q[0] += v
}
fn f1(x0: u32, y1: i32) -> u32 {
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v2 = grid_scan_add(u32(fixed_i64[me & 3]))
let v3 = (p_bool ? grid_or(i64(workgroup_size.y)) : grid_and((true ? fixed_i64[i32(workgroups.y) % 8] : fixed_i64[me & 1])))
o13_132[me] &= (o13_132[me] * u32(v3))
return (bool(fixed_f32[(true ? p_u32 : x0) % 5]) ? mulhi(p_u32, 64u32) : (fixed_bool[v2 % 6] ? x0 : bytes[me + 1]))
}
let here = (lid.z * workgroup_size.y + lid.y) * workgroup_size.x + lid.x
let me = ((wid.z * workgroups.y + wid.y) * workgroups.x + wid.x) * WIDTH + here
let v4 = f1(u32(fma(fixed_f32[(fixed_bool[p_u32 % 6] ? fixed_u64[me & 7] : b12[me, 0]) % 5], 3.0f32, fixed_f32[me & 7])), 256i32)
let v5 = grid_iscan_and(9223372036854775808u64)
let v6 = grid_iscan_and(fixed_i64[me & 3])
let v7 = grid_iscan_or(fixed_bool[32i32 % 6])
var a8: i32[2]
a8[1] = i32(fixed_bool[v4 % 6])
let v9, v10 = f2(fixed_i32, v4 % 14)
f3(b1[me..me + 2], v10)
atomic_add(b15[p_u32 % 2], (i32(o16_132[me + 0]) << i64(grid_size.y)), acquire, device)
o11_266[me, 1] = o11_266[(me * 5 + 4) % 133, 1] + grid_max(fixed_f64[me & 7])
if fixed_bool[255u32 % 6] {
}
barrier grid
b1[me] = b1[me] * 3 + u32(v4) + u32(v5 >> 32) + u32(v6) + u32(v7) + u32(a8[1]) + u32(v9) + u32(v10)
